// The move in the making at the table: what clicks on cards, seats and values do to it.

import { useEffect, useState } from "./vendor/hooks.js";
import * as compose from "./options.js";

/** The field of a draft that a click on a seat fills; null if none does. */
const seatField = (options, draft) =>
  compose.questions(options, draft).map(({ field }) => field).find((field) => /^targets?$/.test(field)) || null;

/**
 * {draft, look, move, error, busy, …}: `look` is the card or seat that is only looked at, with the reason why it
 * isn't lit; `move` is what would be sent now. `post(move)` sends it.
 */
export function useComposer(table, post) {
  const [draft, setDraft] = useState(null);
  const [look, setLook] = useState(null);
  const [error, setError] = useState(null);
  const [busy, setBusy] = useState(false);
  const { options, barred } = table;
  const hand = (table.view && table.view.hand) || [];

  const handKey = hand.join();
  const optionsKey = JSON.stringify(options);
  useEffect(() => {
    // What the new situation no longer holds is given up.
    if (draft && !compose.open(options, draft).length) setDraft(null);
    else if (draft && !compose.holds(draft, hand)) setDraft(null);
  }, [optionsKey, handKey]);

  const begin = (next, seen) => {
    setDraft(next);
    setLook(seen);
    setError(null);
  };
  const cancel = () => begin(null, null);

  function clickHand(card, place) {
    if (draft && "cards" in draft.fields) {
      let next = compose.toggleCard(draft, card, place);
      // One more than may be chosen takes the place of the oldest.
      if (!compose.open(options, next).length) {
        const [oldest] = draft.places;
        next = compose.toggleCard(compose.toggleCard(draft, hand[oldest], oldest), card, place);
      }
      return begin(next.places.length ? next : null, null);
    }
    if (draft && draft.places[0] === place) return cancel();
    const next = compose.begin(options, "hand", card, place);
    return begin(next, next ? null : { card, why: compose.reasonForCard(barred, card) });
  }

  function clickFront(card) {
    const next = compose.begin(options, "front", card);
    return begin(next, next ? null : { card, front: true, why: compose.reason(barred, card, null, "front") });
  }

  function clickSeat(seat) {
    const field = draft && seatField(options, draft);
    if (!field) return begin(draft, { seat });
    const next = compose.put(options, draft, field, seat);
    if (next) return begin(next, null);
    return setLook({ seat, why: compose.reason(barred, draft.card, seat) });
  }

  const choose = (field, value) => begin(compose.put(options, draft, field, value) || draft, null);

  /** How a seat looks while a move is composed: "chosen", "lit", "dim" or nothing. */
  function seatState(seat) {
    const field = draft && seatField(options, draft);
    if (!field) return "";
    const taken = [].concat(draft.fields[field] === undefined ? [] : draft.fields[field]);
    if (taken.includes(seat)) return "chosen";
    const ready = move && [].concat(move[field] === undefined ? [] : move[field]);
    if (ready && ready.includes(seat)) return "chosen";
    return compose.clickable(options, draft, field).includes(seat) ? "lit" : "dim";
  }

  /** How a card of the hand looks: "chosen", "lit", "dim" or nothing. */
  function cardState(card, place) {
    if (draft && draft.places.includes(place)) return "chosen";
    if (!options.length) return "";
    return compose.begun(options, "hand", card).length ? "lit" : "dim";
  }

  async function confirm() {
    if (!move || busy) return false;
    setBusy(true);
    setError(null);
    try {
      await post(move);
      setDraft(null);
      setLook(null);
      return true;
    } catch (problem) {
      setError(problem);
      return false;
    } finally {
      setBusy(false);
    }
  }

  const move = draft ? compose.ready(options, draft) : null;
  return {
    draft,
    look,
    move,
    error,
    busy,
    begin,
    cancel,
    clickHand,
    clickFront,
    clickSeat,
    choose,
    seatState,
    cardState,
    confirm,
  };
}
