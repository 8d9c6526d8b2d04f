"""In what two worlds of Undercover differ while they look alike to a viewer: the secrets that the twins try."""

from engine.undercover.state import Plan


def of_identities(one, two):
    """Who is what and on whose side, and how many informants there are in the world that has fewer."""
    found = set()
    if any((a.identity, a.side) != (b.identity, b.side) for a, b in zip(one.players, two.players, strict=True)):
        found.add("identities")
    counts = [sum(player.identity == "informant" for player in state.players) for state in (one, two)]
    if counts[0] != counts[1]:
        found.add(f"{min(counts)} and more informants")
    return found


def of_nights(viewer, books, plans, mornings):
    """Submissions with the same deaths; reports true and forged; handlers living and dead; informants who turned."""
    found = set()
    others = [{seat: plan for seat, plan in each.items() if seat != viewer} for each in plans]
    if mornings[0].dead and others[0] != others[1]:
        found.add("submissions")
    if viewer is None:
        return found
    men, mine = [book.men for book in books], plans[0].get(viewer, Plan())
    for note in mornings[0].told.get(viewer, ()):
        if note.source is not None and men[0][note.source].identity != men[1][note.source].identity:
            found.add("a report true and forged")
    reached = [sum(world[handler].alive for handler in world[viewer].handlers) for world in men]
    if mine.check is not None and min(reached) == 0 < max(reached):
        found.add("handlers living and dead")
    if mine.forge is not None and reached[0] != reached[1]:
        found.add("handlers reached")
    turned = [turning(book, morning, viewer) for book, morning in zip(books, mornings, strict=True)]
    return found | ({"informants turned"} if turned[0] != turned[1] else set())


def turning(book, morning, handler):
    """Which of a handler's informants turned underground this night."""
    told = {seat for seat, notes in morning.told.items() if any(note.kind == "underground" for note in notes)}
    return {seat for seat in told if handler in book.men[seat].handlers}


def of_votes(one, two, ballots):
    """Ballots that count in one world only."""
    for seat, target in ballots.items():
        if target is not None and one.players[seat].leads != two.players[seat].leads:
            return {"ballots uncounted"}
    return set()
