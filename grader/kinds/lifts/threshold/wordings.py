"""What is said of the wrong rules about a range; those of the search have their words in the room of its kind."""

from __future__ import annotations

from grader.kinds.record import Wording

RANGE = {
    "ends-exchanged": Wording(
        "The finite ends of the range are in where they should be out, and out where they should be in.",
        "You have the right ends, but take each in that does not belong to the range, or leave it out though it does. "
        "Try x at the end itself: does the claim hold where both numbers are equal?",
        "convention `cutoff`, `tie`; the relation in the claim",
    ),
    "complement": Wording(
        "The range is where the claim does not hold.",
        "You have the range in which the claim does not hold. Try one x of your range: is it so there?",
        "rule: the range holds each x for which the claim is true",
    ),
    "first-interval-only": Wording(
        "Of several intervals only the first is given.",
        "You stop at the end of the first interval. Further to the right the claim holds again: look at every x at which a comparison turns over.",
        "rule: the range holds each x for which the claim is true",
    ),
    "integers-forgotten": Wording(
        "The ends are those of the real numbers though x is whole.",
        "You give the ends for any number, but x is whole: the smallest and the largest whole number of the range are asked.",
        "field `integers`",
    ),
}
