// What the moderator told oneself alone, round by round, and what one has written down.

import { html } from "../vendor/html.js";
import { useSpeaker } from "../store.js";
import { note } from "../story.js";
import { Icon } from "../parts/icons.js";
import { Mark } from "./roster.js";
import { Covered, useHides } from "./self.js";

/** One line of a bulletin; a report by another has its author's number before it. */
export function Line({ line, words, names, children }) {
  return html`<p class="note note-${line.kind}">
    ${line.source !== null && html`<span class="seat-number" aria-hidden="true">${line.source + 1}</span> `}
    ${note(line, words, names)} ${children}
  </p>`;
}

/** All bulletins, the newest first. */
function Bulletins({ view, words, names }) {
  const { t, number } = useSpeaker();
  if (!view.notebook.length) return html`<p class="muted">${t("notebook.empty")}</p>`;
  return html`<div class="pages">
    ${[...view.notebook].reverse().map(
      ({ round, notes }) => html`<section key=${round} aria-label=${t("story.round", { round: number(round) })}>
        <h3>${t("story.round", { round: number(round) })}</h3>
        ${notes.length
          ? notes.map((line, place) => html`<${Line} key=${place} line=${line} words=${words} names=${names} />`)
          : html`<p class="muted">${t("notebook.nothing")}</p>`}
      </section>`,
    )}
  </div>`;
}

/** One's own notes: the marks on players, and free text. */
function Own({ view, names, suspicions, onSeat }) {
  const { t } = useSpeaker();
  const { levels, notes, text, setText } = suspicions;
  const marked = view.players.filter(({ seat }) => levels[seat] || notes[seat]);
  return html`<section aria-labelledby="own-notes-title">
    <h3 id="own-notes-title">${t("notebook.own")}</h3>
    <p class="help">${t("notebook.private")}</p>
    <ul class="marked">
      ${marked.map(
        ({ seat }) => html`<li key=${seat}>
          <button type="button" class="plain" onClick=${() => onSeat(seat)}>
            <span class="seat-number" aria-hidden="true">${seat + 1}</span> ${names[seat]}
          </button>
          ${levels[seat] && html`<${Mark} level=${levels[seat]} />`} ${notes[seat]}
        </li>`,
      )}
    </ul>
    <label class="sr" for="own-notes">${t("notebook.own")}</label>
    <textarea
      id="own-notes"
      rows="4"
      placeholder=${t("notebook.placeholder")}
      value=${text}
      onInput=${(event) => setText(event.target.value)}
    ></textarea>
  </section>`;
}

/** The notebook. */
export function Notebook({ table, words, names, suspicions, onSeat }) {
  const { t } = useSpeaker();
  const { view, you } = table;
  const hides = useHides(table);
  return html`<section class="panel notebook" aria-labelledby="notebook-title">
    <h2 id="notebook-title"><${Icon} name="notebook" /> ${t("notebook.title")}</h2>
    ${you === null && html`<p class="muted">${t("notebook.onlooker")}</p>`}
    ${you !== null && hides && html`<${Covered} />`}
    ${you !== null &&
    !hides && [
      html`<${Bulletins} view=${view} words=${words} names=${names} />`,
      html`<${Own} view=${view} names=${names} suspicions=${suspicions} onSeat=${onSeat} />`,
    ]}
  </section>`;
}
