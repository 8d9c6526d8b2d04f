// The table while a game runs, and after its end.

import { useEffect, useLayoutEffect, useMemo } from "../vendor/hooks.js";
import { html } from "../vendor/html.js";
import { useComposer } from "../composer.js";
import * as options from "../options.js";
import { useSpeaker, useStore } from "../store.js";
import { covered } from "../story.js";
import { Affairs, Back } from "../parts/affairs.js";
import { Board, Facts } from "../parts/board.js";
import { Compose } from "../parts/compose.js";
import { Deadline } from "../parts/deadline.js";
import { gameTitle, nameOf } from "../parts/entry.js";
import { Hand, OwnIdentity } from "../parts/hand.js";
import { Latest, Story, lastOf, useSeen } from "../parts/story.js";
import { Summary } from "../parts/summary.js";
import { Talk } from "../parts/talk.js";
import { End, fateOf } from "./end.js";

/** Whether the game waits for oneself: asked, and nothing answered yet. */
const isWaitedFor = ({ view, asked, you }) => you !== null && asked.includes(you) && !view.answer;

/** Who must act, in one line. */
function useStatus(table, names, words) {
  const { t, list } = useSpeaker();
  const { view, asked } = table;
  if (view.phase === "over") return fateOf(table, words, t);
  const mine = isWaitedFor(table);
  const dying = list(view.dying.map((seat) => names[seat]));
  if (mine && view.phase === "rescue") return t("table.status_rescue", { names: dying });
  if (mine && view.phase === "discard") return t("table.status_discard", { count: view.trim });
  if (mine) return t("table.status_play");
  const others = list(asked.map((seat) => names[seat]));
  if (view.phase === "rescue") return t("table.status_others_rescue", { names: others, dying });
  return t("table.status_others", { names: others });
}

function Status({ table, names, words }) {
  const status = useStatus(table, names, words);
  const mine = isWaitedFor(table);
  const look = table.status === "ended" ? "sr" : mine ? "status mine" : "status";
  return html`<p class=${look} role="status">
    ${status}
    <${Deadline} deadline=${table.deadline} paused=${table.paused} />
  </p>`;
}

/** One's own identity, hand and front, below the ring. */
function OwnSide({ table, words, composer }) {
  const { t } = useSpeaker();
  const { view, you } = table;
  const { identity, alive, front } = view.players[you];
  const frontState = (card) => {
    const { draft } = composer;
    if (draft && draft.type === "remove" && draft.card === card) return "chosen";
    return options.begun(table.options, "front", card).length ? "lit" : "";
  };
  return html`<section class="own-side" aria-label=${t("hand.label")}>
    ${identity && html`<${OwnIdentity} identity=${identity} words=${words} />`}
    ${(alive || view.hand.length > 0) &&
    html`<${Hand}
      hand=${view.hand}
      front=${front}
      words=${words}
      cardState=${composer.cardState}
      frontState=${frontState}
      onCard=${composer.clickHand}
      onFront=${composer.clickFront}
    />`}
  </section>`;
}

/** The table page. */
export function Table({ play, words }) {
  const speaker = useSpeaker();
  const { t } = speaker;
  const { table, send, earlier } = play;
  const { view, seats, you } = table;
  const names = useMemo(() => seats.map((seat) => nameOf(seat, speaker)), [JSON.stringify(seats), speaker]);
  const composer = useComposer(table, (move) => send(`/moves?after=${play.last()}`, move));
  const own = you === null ? null : view.players[you];
  const over = view.phase === "over";
  const hides = useStore((state) => state.covered) && !over;
  const events = useMemo(() => (hides ? covered(play.events) : play.events), [hides, play.events]);
  const seen = useSeen(table.id, lastOf(events));
  const mine = isWaitedFor(table);
  const aside = Boolean(composer.draft || composer.look);
  // The waiting room may have been scrolled down when the game began.
  useLayoutEffect(() => window.scrollTo(0, 0), []);
  useEffect(() => {
    const app = t("app.name");
    document.title = mine ? t("table.title_mine", { app }) : `${gameTitle(table, speaker)} · ${app}`;
  }, [mine, speaker]);
  return html`<div class="table">
    <h1 class="sr">${gameTitle(table, speaker)}</h1>
    <div class="play">
      <div class="top">
        <${Status} table=${table} names=${names} words=${words} />
        <${Facts} view=${view} words=${words} />
        <${Back} table=${table} send=${send} />
      </div>
      <${Board}
        view=${view}
        seats=${seats}
        words=${words}
        names=${names}
        you=${you}
        seatState=${composer.seatState}
        onSeat=${composer.clickSeat}
        asked=${mine}
        first=${over}
        own=${own && html`<${OwnSide} table=${table} words=${words} composer=${composer} />`}
      >
        ${over
          ? html`<${End} play=${play} words=${words} names=${names} />`
          : [
              html`<${Latest} events=${events} words=${words} names=${names} aside=${aside} />`,
              html`<${Compose} table=${table} words=${words} names=${names} composer=${composer} />`,
            ]}
      <//>
    </div>
    <div class="side">
      <${Story} events=${events} words=${words} names=${names} earlier=${earlier} seen=${seen} />
      <${Talk} table=${table} words=${words} />
      <${Affairs} play=${play} words=${words} names=${names} />
      <details class="panel">
        <summary><h2>${t("waiting.rules")}</h2></summary>
        <${Summary} summary=${table.summary} words=${words} />
      </details>
    </div>
  </div>`;
}
