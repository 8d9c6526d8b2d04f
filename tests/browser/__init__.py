"""The page in a real browser, before the real server."""
