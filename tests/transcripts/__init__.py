"""Whole games as requests and answers, against which a client can be checked without any server."""
