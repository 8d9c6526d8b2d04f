// The hand-over of a seat: all that it has seen and said, for who plays it now.

import { useEffect, useMemo, useState } from "../vendor/hooks.js";
import { html } from "../vendor/html.js";
import { complaint, ofGame, server } from "../api.js";
import { to } from "../routes.js";
import { useSpeaker } from "../store.js";
import { say } from "../story.js";
import { useTable } from "../table.js";
import { useGameWords } from "../words.js";
import { gameTitle, nameOf } from "../parts/entry.js";
import { Story } from "../parts/story.js";

/** The page. */
export function Handover({ id }) {
  const speaker = useSpeaker();
  const { t } = speaker;
  const { table } = useTable(id);
  const words = useGameWords(table && table.ruleset);
  const [told, setTold] = useState(null);
  const [error, setError] = useState(null);
  useEffect(() => {
    server.get(ofGame(id, "/handover")).then(setTold, setError);
  }, [id]);
  const names = useMemo(() => (table ? table.seats.map((seat) => nameOf(seat, speaker)) : []), [table, speaker]);
  if (error) return html`<p class="error" role="alert">${complaint(error, speaker)}</p>`;
  if (!told || !table || !words) return html`<p class="muted">${t("common.loading")}</p>`;
  const own = told.view.players[told.seat];
  return html`<div class="handover">
    <h1>${t("handover.title", { game: gameTitle(table, speaker), number: told.seat + 1 })}</h1>
    <p class="lead">${t("handover.lead")}</p>
    ${own.identity &&
    html`<p>
      ${t("hand.identity")} <strong>${words.identities[own.identity].name || words.identities[own.identity]}</strong>
    </p>`}
    <p><a class="button primary" href=${to("game", id)}>${t("handover.to_table")}</a></p>
    <section class="card" aria-labelledby="moves-title">
      <h2 id="moves-title">${t("handover.moves")}</h2>
      ${told.moves.length === 0 && html`<p class="muted">${t("handover.no_moves")}</p>`}
      <ol class="own-moves">
        ${told.moves.map((move, place) => html`<li key=${place}>${say(move, words, names)}</li>`)}
      </ol>
    </section>
    <${Story} events=${told.events} words=${words} names=${names} earlier=${() => {}} seen=${0} />
  </div>`;
}
