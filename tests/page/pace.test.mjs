// What the form of a new game holds, as it is sent.

import assert from "node:assert/strict";
import { test } from "node:test";
import { conductBody, lengthFrom, lengthOf, noPace, paceBody, scheduleBody } from "../../frontend/pace.js";
import { ownZone, zones } from "../../frontend/zones.js";

const RULESET = { asks: [{ name: "play" }, { name: "rescue" }], paces: { daily: { play: 86400, rescue: 43200 } } };

test("a ready-made pace is sent by its name alone", () => {
  const body = paceBody({ ...noPace(), name: "daily", zone: "UTC" }, RULESET);
  assert.deepEqual(body, { name: "daily", zone: "UTC", weekends: true, quiet: null });
});

test("an own pace gives each kind of question its length, the daily one if none was chosen", () => {
  const lengths = { play: { unit: "minutes", count: "90", time: "20:00" } };
  assert.deepEqual(paceBody({ ...noPace(), name: "own", lengths }, RULESET).lengths, { play: 5400, rescue: 43200 });
  const at = { play: { unit: "time", count: 1, time: "08:00" } };
  assert.equal(paceBody({ ...noPace(), name: "own", lengths: at }, RULESET).lengths.play, "08:00");
});

test("quiet hours are sent if they are wanted", () => {
  const body = paceBody({ ...noPace(), quiet: true, from: "22:00", to: "07:00" }, RULESET);
  assert.deepEqual(body.quiet, { from: "22:00", to: "07:00" });
});

test("a length is told in the greatest unit that fits", () => {
  assert.deepEqual(lengthFrom(43200), { unit: "hours", count: 12, time: "20:00" });
  assert.deepEqual(lengthFrom(172800), { unit: "days", count: 2, time: "20:00" });
  assert.equal(lengthOf({ unit: "days", count: "2" }), 172800);
});

test("of the conduct only what was chosen is sent", () => {
  assert.deepEqual(conductBody({}), {});
  assert.deepEqual(conductBody({ ready_minutes: 10, absent: "bot", extensions: "" }), { absent: "bot", ready_check: 600 });
});

test("a scheduled start is a moment", () => {
  assert.deepEqual(scheduleBody("", "sensible"), {});
  const { starts_at: at, fill } = scheduleBody("2026-03-02T20:00", "");
  assert.equal(Date.parse(at), new Date(2026, 2, 2, 20).getTime());
  assert.equal(fill, null);
});

test("one's own time zone is the first to choose, and one that was chosen is there", () => {
  const listed = zones("Etc/GMT+12");
  assert.equal(listed[0], ownZone());
  assert.equal(noPace().zone, ownZone());
  assert.equal(new Set(listed).size, listed.length);
  for (const zone of ["UTC", "Asia/Taipei", "Etc/GMT+12"]) assert.ok(listed.includes(zone), zone);
});

test("a browser that can't list the time zones lets one write", (context) => {
  const { supportedValuesOf } = Intl;
  context.after(() => Object.assign(Intl, { supportedValuesOf }));
  delete Intl.supportedValuesOf;
  assert.equal(zones("UTC"), null);
});
