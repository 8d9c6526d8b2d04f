// What the page shares and what a browser remembers, or refuses to.

import assert from "node:assert/strict";
import { test } from "node:test";

import { createMemory, createStore } from "../../frontend/store.js";

function fakeStorage() {
  const kept = new Map();
  return {
    getItem: (key) => (kept.has(key) ? kept.get(key) : null),
    setItem: (key, text) => kept.set(key, text),
    removeItem: (key) => kept.delete(key),
  };
}

test("a store merges patches and tells all who listen, until they stop", () => {
  const store = createStore({ a: 1, b: 1 });
  const heard = [];
  const stop = store.listen((state) => heard.push(state));
  store.set({ b: 2 });
  stop();
  store.set({ b: 3 });
  assert.deepEqual(heard, [{ a: 1, b: 2 }]);
  assert.deepEqual(store.get(), { a: 1, b: 3 });
});

test("what was remembered is there for the next visit", () => {
  const storage = fakeStorage();
  createMemory(storage).write("session", { token: "t" });
  assert.deepEqual(createMemory(storage).read("session"), { token: "t" });
  createMemory(storage).forget("session");
  assert.equal(createMemory(storage).read("session", "nobody"), "nobody");
});

test("a browser that keeps nothing is no error: the page remembers for itself", () => {
  const refuse = () => {
    throw new Error("SecurityError");
  };
  for (const storage of [null, { getItem: refuse, setItem: refuse, removeItem: refuse }]) {
    const memory = createMemory(storage);
    assert.equal(memory.read("lang", "en"), "en");
    memory.write("lang", "zh-Hant");
    assert.equal(memory.read("lang", "en"), "zh-Hant");
    memory.forget("lang");
    assert.equal(memory.read("lang", "en"), "en");
  }
});

test("what somebody else wrote there is no error either", () => {
  const storage = fakeStorage();
  storage.setItem("fireline.seen", "{broken");
  assert.deepEqual(createMemory(storage).read("seen", {}), {});
});
