// A moment of a replay: one seat's eyes show what it knew, everyone's show all.

import assert from "node:assert/strict";
import { test } from "node:test";

import { knownHands, shownView } from "../../frontend/replay.js";

const seen = (you) => ({
  you,
  hand: you === null ? null : [`card of ${you}`],
  hands: null,
  players: [0, 1].map((seat) => ({ seat, identity: seat === you ? `identity of ${seat}` : null })),
});

test("one seat's eyes show that seat's hand and identity alone", () => {
  const view = shownView({ view: seen(1), views: null });
  assert.deepEqual(view.players.map(({ identity }) => identity), [null, "identity of 1"]);
  assert.deepEqual(knownHands(view), [[1, ["card of 1"]]]);
});

test("everyone's eyes show all hands and identities", () => {
  const view = shownView({ view: seen(null), views: [seen(0), seen(1)] });
  assert.deepEqual(view.players.map(({ identity }) => identity), ["identity of 0", "identity of 1"]);
  assert.deepEqual(knownHands(view), [[0, ["card of 0"]], [1, ["card of 1"]]]);
});

test("an onlooker knows no hand", () => {
  assert.deepEqual(knownHands(seen(null)), []);
});
