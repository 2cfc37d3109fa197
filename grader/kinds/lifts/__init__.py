"""Lifts: kinds that ask about the search of another kind, and what they share.

A lift's document names its `search` and holds the fields and conventions of that kind. What they share:

- `searched.py`: `read_searched(document, conventions, own)` returns (problem, faults, warnings): the problem of the kind
  that searches, read by that kind's own door. A lift's game is `Lifted(searched, asked)`, which has ids, by_id and path_to
  from the searched game; `asked` is the lift's own. `write_searched(searched)` are the fields of the document, `as_said(problem)`
  is the searched problem with the title and the style of numbers of the lift, for drawings and sentences.
- What is asked of a problem alone (claims, a goal) stands in its statement by `poses` of the kind.
- A `Way` is who solves the searched problem: `right_way(searched)`, `wrong_ways(searched)` (one for each wrong rule of
  its kind) or `way_named(searched, name, detail)`. `way.answers(parts)` are its answers, `way.solved(claims)` is what claims
  are true or false of: `Solved(problem, answers, moves)`. `answers_by(searched, misconception)` are all answers.
- `claim.py`: a `Claim` is a frozen value; `holds(claim, solved, unchanged)` is its truth, `parts_of(claim)` what it reads.
  It only compares the numbers that the solver gives.
- `language.py`: `read_claim(raw, path, ground)` returns (claim, wrong) with each (message, path) that is wrong; `ground`
  says which problem it is about (None: not known yet, ids are not looked up) and which claims have no place, and why.
  `write_claim(claim)` is the way back. `sentences.py`: `say(claim, problem)` is the claim in words, without a full stop.
- In schemas a claim is `common.schema.json#/$defs/claim`.
"""
