// The page's addresses: all behind the #, so that any host can serve the page and none sees an invitation.

const PATTERNS = [
  ["home", ""],
  ["door", "door"],
  ["create", "create"],
  ["create", "create/:game"],
  ["account", "account"],
  ["join", "join/:id"],
  ["join", "join/:id/:code"],
  ["game", "game/:id"],
  ["replay", "game/:id/replay"],
  ["handover", "game/:id/handover"],
  ["player", "player/:id"],
  ["confirm", "confirm/:code"],
  ["reset", "password/:code"],
  ["unsubscribe", "unsubscribe/:code"],
  ["rules", "rules"],
  ["rules", "rules/:ruleset"],
  ["rules", "rules/:ruleset/:rule"],
];

/** {page, …parts} for a fragment such as `#/join/ID/CODE`; page "lost" if nothing fits. */
export function route(fragment) {
  const [path] = fragment.replace(/^#?\/?/, "").split("?");
  const steps = path.split("/").filter(Boolean).map(decode);
  for (const [page, pattern] of PATTERNS) {
    const wanted = pattern.split("/").filter(Boolean);
    if (wanted.length !== steps.length) continue;
    const parts = {};
    const fits = wanted.every((step, place) => {
      if (!step.startsWith(":")) return step === steps[place];
      parts[step.slice(1)] = steps[place];
      return true;
    });
    if (fits) return { page, ...parts };
  }
  return { page: "lost" };
}

function decode(step) {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

/** The fragment for steps: `to("game", id)` is `#/game/ID`. */
export const to = (...steps) => `#/${steps.map(encodeURIComponent).join("/")}`;

/** Go there. */
export function go(...steps) {
  window.location.hash = to(...steps);
}
