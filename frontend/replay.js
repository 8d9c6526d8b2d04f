// What a moment of an ended game shows: through one seat's eyes, or with all that every seat knew put together.

/** The view of a moment; for everyone's eyes with all identities, and all hands in `hands`. */
export function shownView({ view, views }) {
  if (!views) return view;
  const players = view.players.map((player, seat) => ({ ...player, identity: views[seat].players[seat].identity }));
  return { ...view, players, hands: views.map((own) => own.hand || []) };
}

/** The hands that a view knows, by seat: [[seat, cards], …]. */
export function knownHands(view) {
  if (view.hands) return view.hands.map((cards, seat) => [seat, cards]);
  return view.you !== null && view.hand ? [[view.you, view.hand]] : [];
}
