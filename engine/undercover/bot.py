"""A sensible player of Undercover, from his own view."""

from engine.bots import random as sensible

__all__ = ["sensible"]
