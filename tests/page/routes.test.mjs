// The addresses behind the #.

import assert from "node:assert/strict";
import { test } from "node:test";

import { route, to } from "../../frontend/routes.js";

test("each page has its address", () => {
  assert.deepEqual(route(""), { page: "home" });
  assert.deepEqual(route("#/"), { page: "home" });
  assert.deepEqual(route("#/join/k3J/s-e_c"), { page: "join", id: "k3J", code: "s-e_c" });
  assert.deepEqual(route("#/join/k3J"), { page: "join", id: "k3J" });
  assert.deepEqual(route("#/game/k3J"), { page: "game", id: "k3J" });
  assert.deepEqual(route("#/game/k3J/replay"), { page: "replay", id: "k3J" });
  assert.deepEqual(route("#/rules/fireline/F28"), { page: "rules", ruleset: "fireline", rule: "F28" });
  assert.deepEqual(route("#/password/WyJ.a-b_c.D"), { page: "reset", code: "WyJ.a-b_c.D" });
  assert.deepEqual(route("#/no/such/page/here"), { page: "lost" });
});

test("what is strange in an address survives the way there and back", () => {
  assert.equal(to("join", "a/b", "c d"), "#/join/a%2Fb/c%20d");
  assert.deepEqual(route(to("join", "a/b", "c d")), { page: "join", id: "a/b", code: "c d" });
  assert.deepEqual(route("#/game/%E0%A4%A"), { page: "game", id: "%E0%A4%A" });
});
