// What the account's and the players' pages reckon by themselves.

import assert from "node:assert/strict";
import { test } from "node:test";

import { inDays, localOf, momentOf } from "../../frontend/account/moments.js";

test("a moment goes into a field and comes back the same, to the minute", () => {
  const moment = new Date(2026, 0, 3, 4, 5, 59);
  assert.equal(localOf(moment), "2026-01-03T04:05");
  assert.equal(momentOf(localOf(moment)), new Date(2026, 0, 3, 4, 5).toISOString());
  assert.equal(momentOf(""), null);
});

test("a token is good for so many days, or for ever", () => {
  assert.equal(inDays(7, Date.parse("2026-12-28T10:00:00Z")), "2027-01-04T10:00:00.000Z");
  assert.equal(inDays(null), null);
});
