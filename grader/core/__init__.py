"""What knows no kind of exercise: text, numbers, documents, games, searches, the forms of answers and their marks, drawings."""
