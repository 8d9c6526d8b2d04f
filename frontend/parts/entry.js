// A game in a list, and what the lists need to say of it.

import { html } from "../vendor/html.js";
import { to } from "../routes.js";
import { useSpeaker } from "../store.js";
import { useGameWords } from "../words.js";
import { Deadline } from "./deadline.js";
import { Fact, Flag } from "./marks.js";

/** What to call who sits somewhere; null for a free seat. Bots have no name but their seat's. */
export function nameOf({ seat, name, kind }, { t }) {
  if (kind === "bot") return t("game.bot_name", { number: seat + 1 });
  return kind === "vacant" || kind === "deleted" ? t(`seat.${kind}`, { number: seat + 1 }) : name;
}

/** What to call a game that nobody gave a title. */
export function gameTitle(game, { t }) {
  if (game.title) return game.title;
  const host = game.seats.find((seat) => seat.name !== null);
  return host ? t("game.of", { name: nameOf(host, { t }) }) : t("game.untitled");
}

/** The name of what is played; nothing until the words are there. */
export function GameName({ ruleset }) {
  const words = useGameWords(ruleset);
  return words && words.name;
}

/** One game of a list, as a link to it. */
export function Entry({ game }) {
  const speaker = useSpeaker();
  const { t, time } = speaker;
  const taken = game.seats.filter((seat) => seat.name !== null);
  const bots = taken.filter((seat) => seat.kind === "bot").length;
  const names = taken.filter((seat) => seat.kind !== "bot").map((seat) => seat.name);
  return html`<li class=${game.asked_me ? "entry calls" : "entry"}>
    <a href=${to("game", game.id)}>
      <span class="entry-title">${gameTitle(game, speaker)}</span>
      <span class="entry-facts">
        <span class="entry-game"><${GameName} ruleset=${game.ruleset} /></span>
        <${Fact} icon="people">${t("game.taken", { taken: game.taken, size: game.size })}<//>
        ${bots > 0 && html`<${Fact} icon="bot">${t("game.bots", { count: bots })}<//>`}
        ${game.vacant > 0 && html`<${Fact} icon="people">${t("game.vacant", { count: game.vacant })}<//>`}
        ${game.paused && html`<${Fact}>${t("game.paused")}<//>`}
        ${game.private && html`<${Fact} icon="lock">${t("game.private")}<//>`}
        <${Fact}>${t(`status.${game.status}`)}<//>
        <${Fact}>${time(game.ended || game.started || game.created)}<//>
      </span>
      <span class="entry-names">${speaker.list(names)}</span>
      <${Deadline} deadline=${game.asked_me && game.deadline} />
      ${game.asked_me && html`<${Flag} kind="active">${t("game.your_turn")}<//>`}
    </a>
  </li>`;
}
