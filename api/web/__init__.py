"""What every request and answer has in common: who asks, in what shape, how often, and how it is refused."""
