"""Kinds that ask about the search of another kind, and what they share.

Their documents name a `search` and hold the fields and conventions of that kind, read by that kind itself.

- `searched.py`: the problem that is searched, and `Lifted`, the game of what asks about it.
- `solved.py`: who solves it, rightly or by a wrong rule, and what the answers say of a part.
- `claim.py`, `change.py`: claims about a solved problem, and changes of a problem, a row for each sort. In schemas a claim is
  `common.schema.json#/$defs/claim`.
"""
