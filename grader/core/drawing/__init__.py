"""A diagram as DOT, SVG, PNG and PDF, and as text."""
