// Undercover's table: the round, the form, the players, and beside them talk, notebook and story.

import { useEffect, useLayoutEffect, useMemo, useState } from "../vendor/hooks.js";
import { html } from "../vendor/html.js";
import { useComposer } from "../composer.js";
import { useHeard } from "../heard.js";
import { said } from "../options.js";
import { End, fateOf } from "../pages/end.js";
import { to } from "../routes.js";
import { useSpeaker } from "../store.js";
import { covered } from "../story.js";
import { Affairs, Back } from "../parts/affairs.js";
import { Deadline } from "../parts/deadline.js";
import { gameTitle, nameOf } from "../parts/entry.js";
import { valueLabel } from "../parts/house.js";
import { Story, lastOf, useSeen } from "../parts/story.js";
import { Summary } from "../parts/summary.js";
import { Tabs, useWide } from "../parts/tabs.js";
import { Talk } from "../parts/talk.js";
import { Act } from "./act.js";
import { Ballots } from "./ballots.js";
import { Record, Revealed, useRecord } from "./end.js";
import { isWaitedFor } from "./facts.js";
import { Look } from "./look.js";
import { Notebook } from "./notebook.js";
import { Roster } from "./roster.js";
import { Self, useHides } from "./self.js";
import { Since } from "./since.js";
import { useSuspicions } from "./suspicions.js";

/** What one should do, or what is waited for, in one line; never who has done what by night. */
function statusOf(table, words, t) {
  const { view, you } = table;
  if (view.phase === "over") return fateOf(table, words, t);
  if (isWaitedFor(table)) return t(`round.do_${view.phase}`);
  if (you !== null && view.ready) return t(`round.ready_${view.phase}`);
  return t(`round.wait_${view.phase}`);
}

/** The round and its phase, and who is left. */
export function Facts({ view, words }) {
  const { t, number } = useSpeaker();
  const alive = view.players.filter((player) => player.alive).length;
  return html`<p class="facts round-facts">
    <strong class="phase-name">${words.phases[view.phase]}</strong>
    <span>${t("round.number", { round: number(view.round), most: number(view.max_rounds) })}</span>
    <span>${t("round.alive", { count: number(alive), size: number(view.players.length) })}</span>
    <span>
      ${t("round.leaders", { option: words.options.leaders.name, value: valueLabel(words, "leaders", view.leaders) })}
    </span>
  </p>`;
}

function Status({ table, words }) {
  const { t } = useSpeaker();
  const look = table.status === "ended" ? "sr" : isWaitedFor(table) ? "status mine" : "status";
  return html`<p class=${look} role="status">
    ${statusOf(table, words, t)}
    <${Deadline} deadline=${table.deadline} paused=${table.paused} />
  </p>`;
}

/** Whether that there is such a channel tells who one is. */
const isSecret = (channel) => channel.startsWith("group");

const sum = (counts) => Object.values(counts).reduce((all, count) => all + count, 0);

/** The table page. */
export function Undercover({ play, words }) {
  const speaker = useSpeaker();
  const { t } = speaker;
  const { table, send, earlier } = play;
  const { view, seats, you } = table;
  const names = useMemo(() => seats.map((seat) => nameOf(seat, speaker)), [JSON.stringify(seats), speaker]);
  const composer = useComposer(table, (move) => send(`/moves?after=${play.last()}`, move));
  const over = view.phase === "over";
  const hides = useHides(table);
  const events = useMemo(() => (hides ? covered(play.events) : play.events), [hides, play.events]);
  const suspicions = useSuspicions(table.id, you);
  const heard = useHeard(table.id, table.channels);
  const seen = useSeen(table.id, lastOf(events));
  const record = useRecord(table.id);
  const [looked, look] = useState(null);
  const [panel, show] = useState(null);
  const mine = isWaitedFor(table);
  const wide = useWide();
  useEffect(() => {
    // More has happened since one was here than the server tells at first.
    if (events.length && seen < events[0].n - 1) earlier();
  }, [seen]);
  const begin = (move) => {
    look(null);
    show("table");
    composer.begin(said(move), null);
  };
  // The waiting room may have been scrolled down when the game began.
  useLayoutEffect(() => window.scrollTo(0, 0), []);
  useEffect(() => {
    const app = t("app.name");
    document.title = mine ? t("table.title_mine", { app }) : `${gameTitle(table, speaker)} · ${app}`;
  }, [mine, speaker]);

  const channels = hides ? table.channels.filter(({ name }) => !isSecret(name)) : table.channels;
  const all = { table: { ...table, channels }, words, names };
  const main = html`<div class="undercover-main" key="main">
    <${Since} ...${all} events=${events} seen=${seen} posts=${heard.since} returns=${heard.returns} />
    ${over
      ? html`<${End} play=${play} words=${words} names=${names}>
          <${Revealed} view=${view} seats=${seats} words=${words} names=${names} />
        <//>`
      : html`<div class=${you === null ? "acting" : "acting two"}>
          <${Act} ...${all} composer=${composer} />
          ${you !== null && html`<${Self} view=${view} words=${words} names=${names} />`}
        </div>`}
    ${over && html`<${Record} ...${all} record=${record} />`}
    ${!over &&
    html`<${Roster}
      ...${all}
      levels=${suspicions.levels}
      stateOf=${composer.seatState}
      onSeat=${composer.draft ? composer.clickSeat : look}
    />`}
    <${Ballots} ...${all} events=${events} />
  </div>`;
  const tabs = [
    { name: "table", icon: "people", body: main },
    {
      name: "talk",
      icon: "talk",
      count: sum(heard.unread),
      body: html`<${Talk} table=${all.table} words=${words} heard=${heard} />`,
    },
    {
      name: "notebook",
      icon: "notebook",
      body: html`<${Notebook} ...${all} suspicions=${suspicions} onSeat=${look} />`,
    },
    {
      name: "story",
      icon: "story",
      body: html`<${Story} events=${events} words=${words} names=${names} earlier=${earlier} seen=${seen} />`,
    },
    {
      name: "rules",
      icon: "book",
      body: html`<${Affairs} play=${play} words=${words} names=${names} />
      <section class="panel" aria-labelledby="house-title">
        <h2 id="house-title">${t("waiting.rules")}</h2>
        <${Summary} summary=${table.summary} words=${words} />
        <p><a href=${to("rules", table.ruleset)}>${t("door.rules")}</a></p>
      </section>`,
    },
  ];
  return html`<div class="undercover">
    <h1 class="sr">${gameTitle(table, speaker)}</h1>
    <div class="top">
      <${Status} table=${table} words=${words} />
      <${Facts} view=${view} words=${words} />
      <${Back} table=${table} send=${send} />
    </div>
    <div class="undercover-body">
      ${wide && main}
      <${Tabs} tabs=${wide ? tabs.slice(1) : tabs} label=${t("tabs.label")} chosen=${panel} choose=${show} />
    </div>
    ${looked !== null &&
    html`<${Look}
      key=${looked}
      seat=${looked}
      ...${all}
      suspicions=${suspicions}
      begin=${begin}
      close=${() => look(null)}
    />`}
  </div>`;
}
