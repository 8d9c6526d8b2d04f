// The API over HTTP: errors as values with a code, retries that can't act twice, and the poll.

/** An answer that says no (4xx, 5xx): its code, and what the server says about it. */
export class Problem extends Error {
  constructor(status, body) {
    super(body.detail || body.title || `HTTP ${status}`);
    this.status = status;
    this.code = body.code || `http_${status}`;
    this.rule = body.rule || null;
    this.errors = body.errors || [];
    this.options = body.options || null;
  }

  /** What is wrong with a field: the error whose pointer is, or lies under, this one. */
  at(pointer) {
    return this.errors.find((each) => each.pointer === pointer || each.pointer.startsWith(`${pointer}/`)) || null;
  }
}

/** No answer came at all. */
export class Unreachable extends Error {}

/** A name for one attempt, so that its repetition gets the first answer. */
export function freshKey(random = globalThis.crypto) {
  const bytes = random.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const sleep = (seconds) => new Promise((wake) => setTimeout(wake, seconds * 1000));

/** Seconds after which no answer is expected any more. */
const PATIENCE = 20;

/** The first of two requests for the same is still being carried out: asked again soon, it tells how that went. */
const STILL_RUNNING = "idempotency_in_progress";

/** Who gives a wrong password is still who he is. */
const WRONG_PASSWORD = "wrong_password";

/** Answers after which the same request may be sent again: the server, or what stands before it, was not ready. */
const NOT_READY = [502, 503, 504];

/**
 * The way to the API. `token()` gives the secret of who is here or null; `heard(fine)` is told after each
 * attempt whether the server could be reached; `unknown()` when the token is no longer good.
 */
export function createServer({ base, token, heard = () => {}, unknown = () => {}, ask, rest = sleep }) {
  const send = ask || ((...all) => fetch(...all));

  async function attempt(method, path, { body, etag, key } = {}) {
    const headers = { Accept: "application/json" };
    const secret = token();
    if (secret) headers.Authorization = `Bearer ${secret}`;
    if (body !== undefined) headers["Content-Type"] = "application/json";
    if (etag) headers["If-None-Match"] = etag;
    if (key) headers["Idempotency-Key"] = key;
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), PATIENCE * 1000);
    const text = body === undefined ? undefined : JSON.stringify(body);
    let answer;
    try {
      answer = await send(base + path, { method, headers, body: text, signal: stop.signal });
    } catch (cause) {
      heard(false);
      throw new Unreachable(cause && cause.message);
    } finally {
      clearTimeout(timer);
    }
    heard(!NOT_READY.includes(answer.status));
    return answer;
  }

  async function read(answer) {
    if (answer.status === 304 || answer.status === 204) return null;
    const text = await answer.text();
    let body;
    try {
      body = text ? JSON.parse(text) : null;
    } catch {
      body = {};
    }
    if (answer.ok) return body;
    const problem = new Problem(answer.status, body || {});
    if (answer.status === 401 && problem.code !== WRONG_PASSWORD && token()) unknown();
    throw problem;
  }

  /** Send what changes something; after silence the same again, under the same key, three times at most. */
  async function change(method, path, body, key = freshKey()) {
    for (let tries = 0; ; tries += 1) {
      try {
        const answer = await attempt(method, path, { body, key });
        if (tries < 3 && NOT_READY.includes(answer.status)) throw new Unreachable(String(answer.status));
        return await read(answer);
      } catch (error) {
        const again = error instanceof Unreachable || error.code === STILL_RUNNING;
        if (!again || tries >= 3) throw error;
        await rest(0.5 * 2 ** tries);
      }
    }
  }

  return {
    get: async (path) => read(await attempt("GET", path)),
    /** {fresh, body, etag}: with an ETag that still holds, fresh is false. */
    async look(path, etag) {
      const answer = await attempt("GET", path, { etag });
      const body = await read(answer);
      return { fresh: answer.status !== 304, body, etag: answer.headers.get("ETag") || etag };
    },
    /** The body as it came, for a file to keep. */
    async file(path) {
      const answer = await attempt("GET", path);
      if (!answer.ok) return read(answer);
      return answer.blob();
    },
    post: (path, body = {}, key = undefined) => change("POST", path, body, key),
    put: (path, body = {}, key = undefined) => change("PUT", path, body, key),
    remove: (path) => change("DELETE", path, undefined),
  };
}

/** The longest time between two polls, in seconds, after many failures. */
export const LONGEST = 60;

/** Seconds to the next poll: what the server hints, slower when nobody looks, doubling after each failure. */
export function pause({ hint = 2, failures = 0, hidden = false, chance = 0.5 }) {
  if (failures > 0) return Math.min(LONGEST, 2 ** failures) * (0.75 + chance / 2);
  return hidden ? Math.max(hint, 20) : Math.max(hint, 1);
}

/**
 * Asks again and again: `load()` brings the seconds until the next time (or undefined for the default).
 * `wake` asks at once, `stop` ends it. One question at a time.
 */
export function createPoller({ load, hidden = () => false, timers = globalThis, random = Math.random }) {
  let timer = null;
  let busy = false;
  let again = false;
  let failures = 0;
  let ended = false;

  async function once() {
    timer = null;
    busy = true;
    let hint;
    try {
      hint = await load();
      failures = 0;
    } catch {
      failures += 1;
    }
    busy = false;
    if (ended) return;
    if (again && failures === 0) {
      again = false;
      once();
      return;
    }
    again = false;
    timer = timers.setTimeout(once, 1000 * pause({ hint, failures, hidden: hidden(), chance: random() }));
  }

  return {
    start: once,
    wake() {
      if (ended) return;
      if (busy) {
        again = true;
        return;
      }
      timers.clearTimeout(timer);
      once();
    },
    stop() {
      ended = true;
      timers.clearTimeout(timer);
    },
    get failures() {
      return failures;
    },
  };
}
