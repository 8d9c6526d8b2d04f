// One player looked at closely: what is public, what one was told of him, how he voted, one's own mark and note.

import { useEffect, useRef } from "../vendor/hooks.js";
import { html } from "../vendor/html.js";
import { to } from "../routes.js";
import { useSpeaker } from "../store.js";
import { say } from "../story.js";
import { Identity } from "../parts/cards.js";
import { Icon } from "../parts/icons.js";
import { movesOn, notesOn } from "./facts.js";
import { Line } from "./notebook.js";
import { Fate } from "./roster.js";
import { useHides } from "./self.js";
import { LEVELS, PICTURES } from "./suspicions.js";

/** How he voted on the days before, as far as one may see it. */
function History({ view, seat, words, names }) {
  const { t, number } = useSpeaker();
  const cast = view.verdicts
    .map(({ round, ballots }) => ({ round, ballot: ballots.find((each) => each.seat === seat) }))
    .filter(({ ballot }) => ballot);
  if (!cast.length) return null;
  return html`<section>
    <h3 class="small-title">${t("look.votes")}</h3>
    ${cast.map(({ round, ballot: { target } }) => {
      const vote = target === null ? { type: "abstain" } : { type: "vote", target };
      return html`<p key=${round}>
        <span class="muted">${t("story.round", { round: number(round) })}</span> ${say(vote, words, names)}
      </p>`;
    })}
  </section>`;
}

/** What one's notebook says of him, or has from him. */
function Told({ view, seat, words, names }) {
  const { t, number } = useSpeaker();
  const told = notesOn(view, seat);
  if (!told.length) return null;
  return html`<section>
    <h3 class="small-title">${t("look.told")}</h3>
    ${told.map(
      ({ round, note: line }, place) => html`<${Line} key=${place} line=${line} words=${words} names=${names}>
        <span class="muted small"> ${t("story.round", { round: number(round) })}</span>
      <//>`,
    )}
  </section>`;
}

/** One's own mark and note. */
function Own({ seat, name, suspicions }) {
  const { t } = useSpeaker();
  const { levels, notes, mark, write } = suspicions;
  const level = levels[seat];
  return html`<section>
    <h3 class="small-title">${t("look.mark")}</h3>
    <div class="levels" role="group" aria-label=${t("look.mark")}>
      ${LEVELS.map(
        (each) => html`<button
          type="button"
          key=${each}
          class="level level-${each}"
          aria-pressed=${String(each === level)}
          onClick=${() => mark(seat, each === level ? null : each)}
        >
          <${Icon} name=${PICTURES[each]} size=${16} /> ${t(`suspicion.${each}`)}
        </button>`,
      )}
    </div>
    <label class="sr" for="look-note">${t("look.note", { name })}</label>
    <textarea
      id="look-note"
      rows="2"
      placeholder=${t("look.note", { name })}
      value=${notes[seat] || ""}
      onInput=${(event) => write(seat, event.target.value)}
    ></textarea>
    <p class="help">${t("notebook.private")}</p>
  </section>`;
}

/** The player as a sheet over the table; the moves that can name him begin from here. */
export function Look({ seat, table, words, names, suspicions, begin, close }) {
  const { t } = useSpeaker();
  const sheet = useRef(null);
  const { view, you } = table;
  const player = view.players[seat];
  const hides = useHides(table);
  const moves = hides && view.phase === "night" ? [] : movesOn(table.options, seat);
  const secret = hides && player.alive;
  useEffect(() => {
    sheet.current.showModal();
  }, []);
  // Closed by itself, the sheet gives the keyboard back to where it was.
  const shut = () => sheet.current.close();
  const onClick = (event) => event.target === sheet.current && shut();
  return html`<dialog class="look-sheet" ref=${sheet} aria-labelledby="look-title" onClose=${close} onClick=${onClick}>
    <div class="look-body">
      <div class="look-head">
        <h2 id="look-title"><span class="seat-number" aria-hidden="true">${seat + 1}</span> ${names[seat]}</h2>
        <button type="button" class="plain" aria-label=${t("common.close")} onClick=${shut}>
          <${Icon} name="cross" />
        </button>
      </div>
      <p class="tile-facts">
        ${!player.alive &&
        html`<span><${Icon} name="dead" size=${15} /> <${Fate} player=${player} words=${words} /></span>`}
        ${player.identity && !secret && html`<${Identity} identity=${player.identity} words=${words} />`}
        ${player.side && !secret && html`<span>${words.sides[player.side].name}</span>`}
        ${table.seats[seat].player && html`<a href=${to("player", table.seats[seat].player)}>${t("player.profile")}</a>`}
      </p>
      ${moves.length > 0 &&
      html`<div class="buttons">
        ${moves.map(
          (move) => html`<button type="button" key=${move.type} data-move=${move.type} onClick=${() => begin(move)}>
            ${say(move, words, names)}
          </button>`,
        )}
      </div>`}
      <${History} view=${view} seat=${seat} words=${words} names=${names} />
      ${!hides && html`<${Told} view=${view} seat=${seat} words=${words} names=${names} />`}
      ${you !== null &&
      seat !== you &&
      !hides &&
      html`<${Own} seat=${seat} name=${names[seat]} suspicions=${suspicions} />`}
    </div>
  </dialog>`;
}
