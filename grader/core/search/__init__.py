"""The rules of one step, and the folds over whole trees."""
