"""`python -m tests.golden`: write the golden playthroughs anew."""

from tests.golden.story import SEEDS, path, story

for seats in SEEDS:
    path(seats).write_text("\n".join([*story(seats), ""]))
    print(path(seats))
