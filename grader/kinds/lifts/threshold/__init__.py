"""The kind `threshold`: for which x does a claim hold of a search.

What stands where:

- `asked.py`: what is asked (the claim, the numbers that x can be), read and written.
- `solving.py`: the numbers for which the claim holds, by running the search at few of them.
- `wrong_rules.py`: the wrong rules of the search, and those about the answer itself.
- `parts.py`, `words.py`, `diagram.py`, `kind.py`: parts, sentences, drawing and the record.
"""
