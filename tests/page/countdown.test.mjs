// The time that is left, in words that fit how long it is.

import assert from "node:assert/strict";
import { test } from "node:test";
import { left } from "../../frontend/countdown.js";
import { isSaid, nothing, toggled } from "../../frontend/standing.js";

const NOON = Date.parse("2026-03-02T12:00:00.000Z");
const at = (seconds) => left(new Date(NOON + 1000 * seconds).toISOString(), NOON);

test("the nearer the end, the finer the time", () => {
  assert.deepEqual(at(1), { key: "seconds", seconds: 1 });
  assert.deepEqual(at(120), { key: "seconds", seconds: 120 });
  assert.deepEqual(at(121), { key: "minutes", minutes: 3 });
  assert.deepEqual(at(59 * 60), { key: "minutes", minutes: 59 });
  assert.deepEqual(at(3600), { key: "hours", hours: 1, minutes: 0 });
  assert.deepEqual(at(3 * 3600 + 12 * 60), { key: "hours", hours: 3, minutes: 12 });
  assert.deepEqual(at(48 * 3600), { key: "days", days: 2, hours: 0 });
  assert.deepEqual(at(75 * 3600), { key: "days", days: 3, hours: 3 });
});

test("what is over is over, and what is no time too", () => {
  assert.deepEqual(at(0), { key: "over" });
  assert.deepEqual(at(-5), { key: "over" });
  assert.deepEqual(left("nonsense", NOON), { key: "over" });
});

test("nothing prepared is nothing, and an explicit nobody is something", () => {
  const empty = nothing(["end", "rescue", "spare", "discard", "result"]);
  assert.deepEqual(empty, { end: false, rescue: null, spare: 0, discard: [], result: null });
  assert.equal(isSaid(empty), false);
  assert.equal(isSaid(null), false);
  assert.equal(isSaid({ ...empty, rescue: [] }), true);
});

test("a click puts a thing at the end of the order, or takes it away", () => {
  assert.deepEqual(toggled(null, 3), [3]);
  assert.deepEqual(toggled([3, 1], 2), [3, 1, 2]);
  assert.deepEqual(toggled([3, 1, 2], 1), [3, 2]);
});
