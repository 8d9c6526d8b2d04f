"""Who may know what, said once more and apart from the engine (F2, F8): the laws compare the two."""

from dataclasses import fields, replace

READERS = {
    ("drew", "cards"): lambda event: [event.seat],
    ("looted", "hand"): lambda event: [event.seat, event.target],
    ("searched", "identity"): lambda event: [event.seat],
    ("shuffled", "order"): lambda event: [],
    ("shuffled", "salt"): lambda event: [],
    ("dealt", "salt"): lambda event: [],
}
"""The fields of events that only some seats may read; all others are public, but for what follows."""


def shown(event, viewer):
    """What a viewer may see of an event before the end; None of a sealed one."""
    if event.type == "answered":
        return None
    if event.type == "dealt":
        own = tuple(identity if seat == viewer else None for seat, identity in enumerate(event.identities))
        return replace(event, identities=own, salt=None)
    hidden = [
        field.name
        for field in fields(event)
        if viewer not in READERS.get((event.type, field.name), lambda _: [viewer])(event)
    ]
    return replace(event, **{name: blank(getattr(event, name)) for name in hidden})


def blank(value):
    """As much of nothing: of cards their number stays public."""
    return (None,) * len(value) if isinstance(value, tuple) else None


def knows(log, viewer):
    """The identities that a viewer may know: by seat, his own, of the dead, and those that his warrants showed him."""
    dealt = next(event.identities for event in log if event.type == "dealt")
    seen = {event.target for event in log if event.type == "searched" and event.seat == viewer}
    seen |= {event.seat for event in log if event.type == "died"} | {viewer}
    return [identity if seat in seen else None for seat, identity in enumerate(dealt)]
