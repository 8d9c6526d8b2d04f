"""A sensible player of Fireline, from public facts."""

from engine.bots import random as sensible

__all__ = ["sensible"]
