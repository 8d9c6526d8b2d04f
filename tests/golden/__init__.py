"""Golden playthroughs: whole games told as text, so that a change of the rules shows as a readable difference.

`python -m tests.golden` writes them anew; look at the difference before committing it.
"""
