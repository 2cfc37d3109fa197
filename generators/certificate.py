"""The certificate as a document: what is guaranteed, what is told apart, how difficult it is, how it was made."""

from __future__ import annotations

from fractions import Fraction

from generators.certify import Generated
from generators.targets import Target
from grader.conventions import Conventions, write_conventions
from grader.data import Data
from grader.exact import show_number, write_number
from grader.policy import Policy, write_policy
from grader.version import __version__

FORMAT = "gametree-certificate/1"


def certificate_data(generated: Generated) -> dict[str, Data]:
    """Return the certificate as a document holds it (schema: certificate.schema.json)."""
    problem, certificate = generated
    return {
        "format": FORMAT,
        "problem": problem.id,
        "kind": problem.kind,
        "guaranteed": dict(certificate.guaranteed),
        "not-guaranteed": dict(certificate.not_guaranteed),
        "separated": [_target(target) for target in certificate.separated],
        "not-separated": [{**_target(target), "reason": reason} for target, reason in certificate.not_separated],
        "figures": certificate.figures,
        "generator": {
            "version": certificate.version,
            "program": __version__,
            "seed": shown_seed(certificate.seed),
            "draws": certificate.draws,
            "parameters": plain(certificate.parameters),
        },
    }


def shown_seed(seed: str) -> str:
    """Return the seed as a document can hold it: what is no valid Unicode in it is escaped."""
    return seed.encode("utf-8", "backslashreplace").decode("utf-8")


def _target(target: Target) -> dict[str, str]:
    """Return {misconception, detail} of one rule, with {from, from-detail} where it is told from a second one."""
    (name, detail), *other = target
    written = {"misconception": name} | ({"detail": detail} if detail else {})
    for other_name, other_detail in other:
        written |= {"from": other_name} | ({"from-detail": other_detail} if other_detail else {})
    return written


def plain(value: Data) -> Data:
    """Return a parameter as a document holds it: records as mappings, exact numbers as text."""
    if isinstance(value, Conventions):
        return write_conventions(value)
    if isinstance(value, Policy):
        return write_policy(value)
    if hasattr(value, "_asdict"):
        return {name.replace("_", "-"): plain(field) for name, field in value._asdict().items()}
    if isinstance(value, (tuple, list)):
        return [plain(item) for item in value]
    if isinstance(value, Fraction):
        return write_number(value)
    return value if value is None or isinstance(value, (int, str)) else show_number(value)
