"""Speed, each figure beside its yardstick in one run: `make bench`."""
