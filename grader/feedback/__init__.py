"""What people read: text, drawings and pages, each a pure function of an outcome or a diagram."""
