"""The API, over HTTP, on each database there is."""
