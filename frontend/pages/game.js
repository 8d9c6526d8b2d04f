// A game by its address: the waiting room before the start, the table, and the end at the same table.

import { html } from "../vendor/html.js";
import { complaint } from "../api.js";
import { to } from "../routes.js";
import { useSpeaker } from "../store.js";
import { useTable } from "../table.js";
import { useGameWords } from "../words.js";
import { Undercover } from "../undercover/table.js";
import { Table } from "./table.js";
import { Waiting } from "./waiting.js";

/** The table of each game. */
const TABLES = { fireline: Table, undercover: Undercover };

/** The page of one game. */
export function Game({ id }) {
  const speaker = useSpeaker();
  const { t } = speaker;
  const play = useTable(id);
  const words = useGameWords(play.table && play.table.ruleset);
  if (play.error && !play.table) {
    return html`<section class="card narrow">
      <h1>${t("game.not_there")}</h1>
      <p class="error" role="alert">
        ${play.error.status === 404 ? t("game.not_there_help") : complaint(play.error, speaker)}
      </p>
      <p><a href=${to()}>${t("common.home")}</a></p>
    </section>`;
  }
  if (!play.table || !words) return html`<p class="muted">${t("common.loading")}</p>`;
  const Page = play.table.view ? TABLES[play.table.ruleset] : Waiting;
  return html`<${Page} play=${play} words=${words} />`;
}
