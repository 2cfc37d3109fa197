"""Tests that look at what people look at: pages in a real browser, and pictures of drawings."""
