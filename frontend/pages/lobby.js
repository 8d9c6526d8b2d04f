// The lobby: one's own games, most urgent first, and all public ones.

import { useState } from "../vendor/hooks.js";
import { html } from "../vendor/html.js";
import { complaint, query, server } from "../api.js";
import { go, to } from "../routes.js";
import { store, useSpeaker } from "../store.js";
import { usePoll, wakeAll } from "../table.js";
import { useGameWords } from "../words.js";
import { Entry } from "../parts/entry.js";
import { Icon } from "../parts/icons.js";

const STATUSES = ["open", "running", "ended"];
const PAGE = 10;

/** Seats of the games that begin with one click. */
const QUICK = { fireline: 6, undercover: 14 };

/** The public games of one status, a page at a time; the first page is kept fresh. */
function usePublic(status) {
  const [first, setFirst] = useState(null);
  const [more, setMore] = useState({ games: [], next: null });
  const path = (cursor) => `/games${query({ status, limit: PAGE, cursor })}`;
  usePoll(async () => {
    setFirst(await server.get(path(null)));
    return 10;
  }, [status]);
  const next = more.games.length ? more.next : first && first.next;
  const load = async () => {
    const came = await server.get(path(next));
    setMore({ games: [...more.games, ...came.games], next: came.next });
  };
  const shown = first ? [...first.games, ...more.games] : null;
  const once = shown && shown.filter((game, place) => shown.findIndex(({ id }) => id === game.id) === place);
  return { games: once, next, load };
}

function Games({ games, empty }) {
  const { t } = useSpeaker();
  if (!games) return html`<p class="muted">${t("common.loading")}</p>`;
  if (!games.length) return html`<p class="muted">${empty}</p>`;
  return html`<ul class="entries">
    ${games.map((game) => html`<${Entry} key=${game.id} game=${game} />`)}
  </ul>`;
}

function Public({ status }) {
  const { t } = useSpeaker();
  const { games, next, load } = usePublic(status);
  return html`<div>
    <${Games} games=${games} empty=${t(`lobby.no_${status}`)} />
    ${next && html`<button type="button" onClick=${load}>${t("lobby.more")}</button>`}
  </div>`;
}

/** Seats of running games for which a substitute is sought; nothing if there are none. */
function Vacant() {
  const speaker = useSpeaker();
  const { t } = speaker;
  const [games, setGames] = useState([]);
  const [error, setError] = useState(null);
  usePoll(async () => {
    setGames((await server.get("/games?vacant=true")).games.filter(({ you }) => you === null));
    return 30;
  });
  const take = async (game, seat) => {
    try {
      await server.post(`/games/${game}/seats/${seat}/take`);
      go("game", game, "handover");
    } catch (problem) {
      setError(problem);
      wakeAll();
    }
  };
  if (!games.length) return null;
  return html`<section class="card" aria-labelledby="vacant-title">
    <h2 id="vacant-title">${t("lobby.vacant")}</h2>
    <p class="help">${t("lobby.vacant_help")}</p>
    ${error && html`<p class="error" role="alert">${complaint(error, speaker)}</p>`}
    <ul class="entries">
      ${games.map((game) => [
        html`<${Entry} key=${game.id} game=${game} />`,
        html`<li class="row" key=${`${game.id}/take`}>
          ${game.seats
            .filter(({ offered }) => offered)
            .map(
              ({ seat }) => html`<button type="button" key=${seat} data-take=${seat} onClick=${() => take(game.id, seat)}>
                ${t("lobby.take", { number: seat + 1 })}
              </button>`,
            )}
        </li>`,
      ])}
    </ul>
  </section>`;
}

/** The button that begins one of them. */
function QuickGame({ ruleset, busy, begin }) {
  const { t } = useSpeaker();
  const words = useGameWords(ruleset);
  if (!words) return null;
  return html`<button type="button" disabled=${busy} onClick=${begin} data-quick=${ruleset}>
    <${Icon} name="bot" /> ${t("lobby.quick", { game: words.name })}
  </button>`;
}

/** A game against bots, made, filled and begun at once. */
function Quick() {
  const speaker = useSpeaker();
  const { t } = speaker;
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState(null);
  const begin = async (ruleset, seats) => {
    setBusy(true);
    try {
      const game = await server.post("/games", { ruleset, seats, private: true });
      await server.post(`/games/${game.id}/bots`, { level: "sensible", count: seats - 1 }).catch(() => {});
      go("game", game.id);
    } catch (problem) {
      setError(problem);
      setBusy(false);
    }
  };
  return html`<div class="quick">
    <a class="button primary" href=${to("create")}><${Icon} name="plus" /> ${t("lobby.create")}</a>
    ${Object.entries(QUICK).map(
      ([ruleset, seats]) => html`<${QuickGame}
        key=${ruleset}
        ruleset=${ruleset}
        busy=${busy}
        begin=${() => begin(ruleset, seats)}
      />`,
    )}
    ${error && html`<p class="error" role="alert">${complaint(error, speaker)}</p>`}
  </div>`;
}

/** The lobby page. */
export function Lobby() {
  const { t } = useSpeaker();
  const [own, setOwn] = useState(null);
  const [status, setStatus] = useState("open");
  usePoll(async () => {
    const { games } = await server.get("/me/games");
    setOwn(games);
    store.set({ calls: games.filter((game) => game.asked_me) });
    return 5;
  });
  return html`<div class="lobby">
    <div class="lobby-head">
      <h1>${t("lobby.title")}</h1>
      <${Quick} />
    </div>
    <section class="card" aria-labelledby="own-title">
      <h2 id="own-title">${t("lobby.own")}</h2>
      <${Games} games=${own} empty=${t("lobby.no_own")} />
    </section>
    <${Vacant} />
    <section class="card" aria-labelledby="public-title">
      <div class="card-head">
        <h2 id="public-title">${t("lobby.public")}</h2>
        <div class="switch" role="group" aria-labelledby="public-title">
          ${STATUSES.map(
            (each) => html`<button
              type="button"
              key=${each}
              aria-pressed=${String(each === status)}
              onClick=${() => setStatus(each)}
            >
              ${t(`status.${each}`)}
            </button>`,
          )}
        </div>
        <button type="button" class="plain" onClick=${wakeAll}><${Icon} name="again" /> ${t("lobby.refresh")}</button>
      </div>
      <${Public} key=${status} status=${status} />
    </section>
  </div>`;
}
