"""Constructions: students hand in an object (an order, numbers at leaves, a tree), and the search runs on it.

- `asked.py`: what a construction asks, and what is known of its best object; `door.py` reads and writes it
- `built.py`: the problem that an object makes; `running.py`: what an object earns, and what is said of it
- `best_order.py`, `best_filling.py`, `best_tree.py`: the best object, and the trivial ones that must not reach the goal
- `things.py`: the objects as answers; `parts.py`, `kind.py`: the kind; `wrong.py`: its wrong rules
- `words.py`, `pictures.py`: what is said and drawn
"""
