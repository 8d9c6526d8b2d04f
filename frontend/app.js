// The page begins here: the language, the address, and the page that it names.

import { useEffect, useState } from "./vendor/hooks.js";
import { html, render } from "./vendor/html.js";
import { server } from "./api.js";
import { route, to } from "./routes.js";
import { enter, store, useSpeaker, useStore } from "./store.js";
import { usePoll } from "./table.js";
import { firstLanguage, speak } from "./words.js";
import { Account } from "./pages/account.js";
import { Create } from "./pages/create.js";
import { Door } from "./pages/door.js";
import { Game } from "./pages/game.js";
import { Handover } from "./pages/handover.js";
import { Join } from "./pages/join.js";
import { Confirm, Reset, Unsubscribe } from "./pages/letters.js";
import { Lobby } from "./pages/lobby.js";
import { PlayerPage } from "./pages/player.js";
import { Replay } from "./pages/replay.js";
import { Rules } from "./pages/rules.js";
import { Shell } from "./parts/shell.js";

const PAGES = {
  account: Account,
  confirm: Confirm,
  create: Create,
  door: Door,
  game: Game,
  handover: Handover,
  join: Join,
  player: PlayerPage,
  replay: Replay,
  reset: Reset,
  rules: Rules,
  unsubscribe: Unsubscribe,
};

/** Pages for those who are somebody here. */
const INNER = ["account", "create"];

/** The address, followed as it changes. */
function useRoute() {
  const [here, setHere] = useState(() => route(window.location.hash));
  useEffect(() => {
    const turn = () => setHere(route(window.location.hash));
    turn(); // the address may have changed between the first look and this
    window.addEventListener("hashchange", turn);
    return () => window.removeEventListener("hashchange", turn);
  }, []);
  return here;
}

function Lost() {
  const { t } = useSpeaker();
  return html`<section class="card narrow">
    <h1>${t("lost.title")}</h1>
    <p><a href=${to()}>${t("common.home")}</a></p>
  </section>`;
}

/** Own games that wait, for the count in the head and the mark on the tab; asked for anew after each own move. */
function Calls() {
  const moved = useStore((state) => state.moved);
  usePoll(async () => {
    const { games } = await server.get("/me/games");
    store.set({ calls: games.filter((game) => game.asked_me) });
    return 15;
  }, [moved]);
  return null;
}

/** The tab says whether one is waited for, also when another tab is looked at. */
function Tab({ here }) {
  const { t } = useSpeaker();
  const calls = useStore((state) => state.calls.length);
  useEffect(() => {
    document.querySelector('link[rel="icon"]').href = new URL(calls ? "icon-turn.svg" : "icon.svg", import.meta.url);
    if (navigator.setAppBadge) navigator.setAppBadge(calls).catch(() => {});
    if (here.page === "game") return;
    document.title = calls ? t("shell.tab_calls", { count: calls, app: t("app.name") }) : t("app.name");
  }, [calls, here.page, t]);
  return null;
}

function App() {
  const here = useRoute();
  const speaker = useSpeaker();
  const session = useStore((state) => state.session);
  if (!speaker) return null;
  const Home = session ? Lobby : Door;
  const shut = INNER.includes(here.page) && !session;
  const Page = here.page === "home" || shut ? Home : PAGES[here.page] || Lost;
  const key = [here.page, here.id, here.code, Boolean(session)].join("/");
  return html`<${Shell} page=${key}>
    ${session && here.page !== "home" && html`<${Calls} key=${session.token} />`}
    <${Tab} here=${here} />
    <${Page} key=${key} ...${here} />
  <//>`;
}

/** A token kept from before may be gone: ask once who one is. */
async function recognise() {
  if (!store.get().session) return;
  try {
    const { player } = await server.get("/me");
    enter({ ...store.get().session, player });
  } catch {
    // A 401 has already let go of the session; anything else is told by the connection's banner.
  }
}

async function begin() {
  await speak(firstLanguage());
  const root = document.getElementById("app");
  root.textContent = "";
  render(html`<${App} />`, root);
  recognise();
}

begin();
