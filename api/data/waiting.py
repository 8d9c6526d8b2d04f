"""Waiting for news: requests that rest until something was written, a few in each process at a time."""

from threading import Condition


class Bell:
    """Rung after everything that this process writes; who waits then looks for himself what is new to him.

    It tells nobody what was written, nor about which game: a sealed act rings it like any other.
    """

    def __init__(self) -> None:
        """Not rung yet."""
        self.condition, self.rung, self.closed = Condition(), 0, False

    def ring(self) -> None:
        """Something was written."""
        with self.condition:
            self.rung += 1
            self.condition.notify_all()

    def wait(self, heard: int, seconds: float) -> int:
        """Rest until it is rung again after `heard`, for so long at most; how often it was rung by then."""
        with self.condition:
            self.condition.wait_for(lambda: self.rung != heard, seconds)
            return self.rung

    def close(self) -> None:
        """The server ends: nobody waits any more."""
        self.closed = True
        self.ring()


bell = Bell()
"""The bell of this process."""
