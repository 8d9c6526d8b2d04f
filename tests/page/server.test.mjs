// The way to the API with a server made up here: errors, retries under one key, ETags, and the poll.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Problem, Unreachable, createPoller, createServer, pause } from "../../frontend/server.js";

/** A server that gives these answers one after the other, an Error being silence; it notes what it was asked. */
function pretend(...answers) {
  const asked = [];
  const heard = [];
  const unknown = [];
  const server = createServer({
    base: "/api/v1",
    token: () => "secret",
    heard: (fine) => heard.push(fine),
    unknown: () => unknown.push(true),
    rest: async () => {},
    ask: async (url, init) => {
      asked.push({ url, ...init });
      const next = answers.shift();
      if (next instanceof Error) throw next;
      const { status = 200, body = {}, etag = null } = next;
      return {
        status,
        ok: status < 300,
        headers: { get: (name) => (name === "ETag" ? etag : null) },
        text: async () => (typeof body === "string" ? body : JSON.stringify(body)),
      };
    },
  });
  return { server, asked, heard, unknown };
}

const silence = new TypeError("Failed to fetch");

test("a request bears the token and JSON", async () => {
  const { server, asked } = pretend({ status: 201, body: { id: 1 } });
  assert.deepEqual(await server.post("/games", { seats: 6 }), { id: 1 });
  const [{ url, method, headers, body }] = asked;
  assert.deepEqual([url, method, body], ["/api/v1/games", "POST", '{"seats":6}']);
  assert.equal(headers.Authorization, "Bearer secret");
  assert.equal(headers["Content-Type"], "application/json");
  assert.match(headers["Idempotency-Key"], /^[0-9a-f]{32}$/);
});

test("after silence the same is sent again under the same key", async () => {
  const { server, asked, heard } = pretend(silence, { status: 503 }, { body: { fine: true } });
  assert.deepEqual(await server.post("/games/x/moves", { type: "end" }), { fine: true });
  assert.equal(new Set(asked.map(({ headers }) => headers["Idempotency-Key"])).size, 1);
  assert.equal(new Set(asked.map(({ body }) => body)).size, 1);
  assert.deepEqual(heard, [false, false, true]);
});

test("two different acts have two keys; a given key is kept", async () => {
  const { server, asked } = pretend({}, {}, {});
  await server.post("/a");
  await server.post("/a");
  await server.post("/a", {}, "mine");
  const keys = asked.map(({ headers }) => headers["Idempotency-Key"]);
  assert.notEqual(keys[0], keys[1]);
  assert.equal(keys[2], "mine");
});

test("it gives up after four silences, and never repeats a refusal", async () => {
  const dumb = pretend(silence, silence, silence, silence);
  await assert.rejects(dumb.server.post("/a"), Unreachable);
  assert.equal(dumb.asked.length, 4);
  const body = { code: "target_smoked", rule: "F28", options: [{ type: "end" }], detail: "no" };
  const firm = pretend({ status: 409, body });
  await assert.rejects(firm.server.post("/a"), (error) => {
    assert.ok(error instanceof Problem);
    assert.deepEqual([error.status, error.code, error.rule], [409, "target_smoked", "F28"]);
    assert.deepEqual(error.options, body.options);
    return true;
  });
  assert.equal(firm.asked.length, 1);
});

test("while the first attempt is still being carried out it asks again, under the same key", async () => {
  const running = { status: 409, body: { code: "idempotency_in_progress" } };
  const { server, asked } = pretend(silence, running, { body: { made: 1 } });
  assert.deepEqual(await server.post("/a"), { made: 1 });
  assert.equal(new Set(asked.map(({ headers }) => headers["Idempotency-Key"])).size, 1);
});

test("field errors are found by their pointer", async () => {
  const errors = [{ pointer: "/options/deck/serum", detail: "too many" }];
  const { server } = pretend({ status: 422, body: { code: "invalid", errors } });
  const problem = await server.post("/games").catch((error) => error);
  assert.equal(problem.at("/options/deck").detail, "too many");
  assert.equal(problem.at("/options/de"), null);
});

test("an answer that is no JSON is a problem too, and a stale token is told", async () => {
  const broken = pretend({ status: 500, body: "<html>" });
  await assert.rejects(broken.server.get("/me"), (error) => error.code === "http_500");
  const stale = pretend({ status: 401, body: { code: "bad_token" } });
  await assert.rejects(stale.server.get("/me"), (error) => error.status === 401);
  assert.equal(stale.unknown.length, 1);
});

test("an ETag that still holds brings nothing new", async () => {
  const { server, asked } = pretend({ body: { a: 1 }, etag: '"v1"' }, { status: 304, body: "", etag: '"v1"' });
  const first = await server.look("/games/x", null);
  assert.deepEqual(first, { fresh: true, body: { a: 1 }, etag: '"v1"' });
  assert.equal(asked[0].headers["If-None-Match"], undefined);
  const second = await server.look("/games/x", first.etag);
  assert.deepEqual(second, { fresh: false, body: null, etag: '"v1"' });
  assert.equal(asked[1].headers["If-None-Match"], '"v1"');
});

test("the pause follows the hint, is longer when hidden, and doubles with each failure", () => {
  assert.equal(pause({}), 2);
  assert.equal(pause({ hint: 5 }), 5);
  assert.equal(pause({ hint: 2, hidden: true }), 20);
  assert.equal(pause({ hint: 30, hidden: true }), 30);
  assert.deepEqual([1, 2, 3, 4, 10].map((failures) => pause({ failures })), [2, 4, 8, 16, 60]);
  assert.deepEqual([0, 1].map((chance) => pause({ failures: 2, chance })), [3, 5]);
});

/** A poll on timers that are wound by hand. */
function wound(load, hidden = () => false) {
  const waiting = [];
  const timers = {
    setTimeout: (call, ms) => waiting.push({ call, ms }) && waiting[waiting.length - 1],
    clearTimeout: (timer) => timer && waiting.splice(waiting.indexOf(timer), waiting.includes(timer) ? 1 : 0),
  };
  const poller = createPoller({ load, hidden, timers, random: () => 0.5 });
  const settle = () => new Promise((done) => setImmediate(done));
  return { poller, waiting, settle, next: async () => { waiting.shift().call(); await settle(); } };
}

test("the poll rests as long as the answer says, backs off after errors and recovers", async () => {
  const answers = [2, new Error("x"), new Error("x"), new Error("x"), 5, undefined];
  const { poller, waiting, settle, next } = wound(async () => {
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  });
  poller.start();
  await settle();
  const pauses = [];
  while (answers.length) {
    pauses.push(waiting[0].ms / 1000);
    await next();
  }
  assert.deepEqual([...pauses, waiting[0].ms / 1000], [2, 2, 4, 8, 5, 2]);
});

test("waking asks at once, once, and forgets the timer that ran", async () => {
  let count = 0;
  const { poller, waiting, settle } = wound(async () => (count += 1));
  poller.start();
  await settle();
  poller.wake();
  await settle();
  assert.equal(count, 2);
  assert.equal(waiting.length, 1);
});

test("waking while it asks makes it ask once more when it has its answer", async () => {
  const doors = [];
  const { poller, waiting, settle } = wound(() => new Promise((open) => doors.push(open)));
  poller.start();
  poller.wake();
  poller.wake();
  assert.equal(doors.length, 1);
  doors[0](2);
  await settle();
  assert.equal(doors.length, 2);
  doors[1](2);
  await settle();
  assert.equal(doors.length, 2);
  assert.equal(waiting.length, 1);
});

test("a stopped poll asks nothing more, even with an answer on the way", async () => {
  const doors = [];
  const { poller, waiting, settle } = wound(() => new Promise((open) => doors.push(open)));
  poller.start();
  poller.stop();
  doors[0](2);
  await settle();
  poller.wake();
  assert.deepEqual([doors.length, waiting.length], [1, 0]);
});

test("a hidden page is polled slowly", async () => {
  const { poller, waiting, settle } = wound(async () => 2, () => true);
  poller.start();
  await settle();
  assert.equal(waiting[0].ms, 20000);
});

test("who gives a wrong password to his own account stays logged in", async () => {
  const wrong = pretend({ status: 401, body: { code: "wrong_password" } });
  await assert.rejects(wrong.server.post("/me/deletion", { password: "no" }), (error) => error.code === "wrong_password");
  assert.equal(wrong.unknown.length, 0);
});
