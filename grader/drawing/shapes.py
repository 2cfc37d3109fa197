"""The outlines of nodes, and where edges leave and meet them."""

from __future__ import annotations

from math import hypot
from typing import NamedTuple

from grader.diagram import NodeShape
from grader.drawing.scale import Scale

_SHIFT = 0.12
"""On a flat side an edge is shifted towards its other end, so that wide fans do not lie on the side."""


class Point(NamedTuple):
    """A place in a drawing; y grows downwards."""

    x: float
    y: float


class Outline(NamedTuple):
    """The shape of one node around its middle: half its width and height, and the measures of the drawing."""

    shape: NodeShape
    middle: Point
    scale: Scale

    @property
    def half_width(self) -> float:
        """Return half the width at the widest place."""
        scale = self.scale
        if self.shape is NodeShape.LEAF:
            return scale.leaf / 2
        if self.shape is NodeShape.CHILD:
            return scale.box / 2
        return scale.radius if self.shape is NodeShape.CHANCE else scale.half

    @property
    def half_height(self) -> float:
        """Return half the height."""
        scale = self.scale
        if self.shape in (NodeShape.LEAF, NodeShape.CHILD):
            return scale.square / 2
        return scale.radius if self.shape is NodeShape.CHANCE else scale.high / 2

    @property
    def baseline(self) -> float:
        """Return where the number stands: in the wide part."""
        e, (_, y) = self.scale.letter, self.middle
        if self.shape is NodeShape.MAX:
            return y + self.half_height - 0.36 * e
        if self.shape is NodeShape.MIN:
            return y - self.half_height + 1.08 * e
        return y + 0.36 * e

    @property
    def corner(self) -> Point:
        """Return the left wide corner, where marks stand."""
        x, y = self.middle
        high = self.half_height
        if self.shape is NodeShape.CHANCE:
            return Point(x - 0.8 * self.half_width, y + 0.6 * high)
        return Point(x - self.half_width, y - high if self.shape is NodeShape.MIN else y + high)

    def path(self, grown: float = 0) -> str:
        """Return the outline as the data of an SVG path, if need be larger by so much on each side."""
        (x, y), wide, high = self.middle, self.half_width + grown, self.half_height + grown
        if self.shape is NodeShape.MAX:
            return f"M{place(x)} {place(y - high)}L{place(x + wide)} {place(y + high)}H{place(x - wide)}Z"
        if self.shape is NodeShape.MIN:
            return f"M{place(x - wide)} {place(y - high)}H{place(x + wide)}L{place(x)} {place(y + high)}Z"
        if self.shape is NodeShape.CHANCE:
            arc = f"A{place(wide)} {place(wide)} 0 1 1"
            return f"M{place(x - wide)} {place(y)}{arc} {place(x + wide)} {place(y)}{arc} {place(x - wide)} {place(y)}Z"
        return f"M{place(x - wide)} {place(y - high)}H{place(x + wide)}V{place(y + high)}H{place(x - wide)}Z"

    def leaves_to(self, other: Point, *, lies: bool) -> Point:
        """Return where the edge to a child starts."""
        x, y = self.middle
        if self.shape is NodeShape.CHANCE and not lies:
            return self._on_circle(other)
        if lies:
            return Point(x + (self.half_width if self._is_wide else self.half_width / 2), y)
        if self.shape is NodeShape.MIN:
            return Point(x, y + self.half_height)
        return Point(x + self._shifted(other), y + self.half_height)

    def is_met_from(self, other: Point, *, lies: bool) -> Point:
        """Return where the edge from the parent ends."""
        x, y = self.middle
        if self.shape is NodeShape.CHANCE and not lies:
            return self._on_circle(other)
        if lies:
            return Point(x - (self.half_width if self._is_wide else self.half_width / 2), y)
        if self.shape is NodeShape.MAX or self.shape is NodeShape.LEAF:
            return Point(x, y - self.half_height)
        return Point(x + self._shifted(other), y - self.half_height)

    @property
    def _is_wide(self) -> bool:
        """Return whether the shape is as wide at half its height as anywhere."""
        return self.shape in (NodeShape.LEAF, NodeShape.CHILD, NodeShape.CHANCE)

    def _shifted(self, other: Point) -> float:
        most = self.half_width / 2
        return max(-most, min(most, _SHIFT * (other.x - self.middle.x)))

    def _on_circle(self, other: Point) -> Point:
        (x, y), radius = self.middle, self.scale.radius
        far = hypot(other.x - x, other.y - y) or 1
        return Point(x + radius * (other.x - x) / far, y + radius * (other.y - y) / far)


def place(number: float) -> str:
    """Return a coordinate with at most one decimal."""
    text = f"{number:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text
