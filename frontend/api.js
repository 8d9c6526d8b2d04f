// The one server that the page speaks to, and the state of the connection to it.

import { createServer } from "./server.js";
import { enter, memory, store } from "./store.js";

const meta = document.querySelector('meta[name="api-base"]');
const host = ((meta && meta.content) || "").replace(/\/+$/, "");

/** The address of the API: another host's if the page names one, else the page's own. */
const BASE = `${host}/api/v1`;

export const server = createServer({
  base: BASE,
  token: () => {
    const { session } = store.get();
    return session && session.token;
  },
  heard: (fine) => {
    const connection = fine ? "fine" : "lost";
    if (store.get().connection !== connection) store.set({ connection });
  },
  unknown: () => {
    enter(null);
    store.set({ notice: "session_over" });
  },
});

/** `?a=1&b=2` of what is neither null nor undefined. */
export function query(values) {
  const pairs = Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== "");
  return pairs.length ? `?${pairs.map((pair) => pair.map(encodeURIComponent).join("=")).join("&")}` : "";
}

/** Private games that one only watches: the invitation that lets one, by game. */
const invitations = new Map(memory.read("invitations", []));

/** The invitation to a game that one watches; undefined if none is needed or known. */
export const invitationTo = (id) => invitations.get(id);

/** Keep the invitation to a game, or forget it with null: who sits there needs none. */
export function keepInvitation(id, code) {
  if (code) invitations.set(id, code);
  else if (!invitations.delete(id)) return;
  memory.write("invitations", [...invitations].slice(-20));
}

/** The address of a game, or of something of it; with the invitation where one is needed to look at it. */
export const ofGame = (id, step = "", values = {}) =>
  `/games/${id}${step}${query({ ...values, code: invitations.get(id) })}`;

/** What to say about an error: the page's words for its code, else the code itself. */
export function complaint(error, { t, has }) {
  if (!error.status) return t("error.unreachable");
  if (has(`error.${error.code}`)) return t(`error.${error.code}`);
  return t("error.unknown", { code: error.code });
}
