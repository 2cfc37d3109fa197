"""Iterative deepening: the same search again and again, each time one deeper, on the tree as the iteration before has ordered it.

- `asked.py`: what a problem asks; `door.py` reads and writes it
- `staging.py`: the problem that one iteration searches; `running.py`: one iteration after the other
- `ordering.py`: in which order an iteration leaves the children of its nodes
- `answering.py`: what is read off the iterations; `parts.py`, `kind.py`: the kind
- `misconceptions.py`, `wordings.py`: its wrong rules, and those of its search in every iteration
- `further.py`: a game played on, for wrong rules that search further
- `words.py`, `pictures.py`: what is said and drawn
"""
