"""What the laws and the twin worlds of Undercover stand on: its rule page once more, and random games."""
