"""The kind `positions`: which positions of take-away and nim are won and lost, their nim values, and which moves win."""
