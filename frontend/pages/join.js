// Coming by a link: look at the game, give a name if one has none yet, and sit down.

import { useEffect, useState } from "../vendor/hooks.js";
import { html } from "../vendor/html.js";
import { complaint, keepInvitation, ofGame, server } from "../api.js";
import { go, to } from "../routes.js";
import { useSpeaker, useStore } from "../store.js";
import { GameName, gameTitle, nameOf } from "../parts/entry.js";
import { Icon } from "../parts/icons.js";
import { EnterForm, useFields } from "./door.js";

/** The page behind an invitation. */
export function Join({ id, code }) {
  const speaker = useSpeaker();
  const { t, list } = speaker;
  const session = useStore((state) => state.session);
  const [table, setTable] = useState(null);
  const [problem, setProblem] = useState(null);
  const { name } = useFields();

  useEffect(() => {
    keepInvitation(id, code);
    server.get(ofGame(id)).then((came) => {
      // Who sits there already, or can't sit down any more, goes straight to the table.
      if (came.you !== null || came.status !== "open") go("game", id);
      else setTable(came);
    }, setProblem);
  }, [id, code]);

  const sit = async () => {
    try {
      await server.post(`/games/${id}/seats`, code ? { code } : {});
      go("game", id);
    } catch (error) {
      setProblem(error);
    }
  };

  if (problem && !table) {
    return html`<section class="card narrow">
      <h1>${t("join.title")}</h1>
      <p class="error" role="alert">${problem.status === 404 ? t("join.not_found") : complaint(problem, speaker)}</p>
      <p><a href=${to()}>${t("common.home")}</a></p>
    </section>`;
  }
  if (!table) return html`<p class="muted">${t("common.loading")}</p>`;
  const names = table.seats.filter((seat) => seat.name !== null).map((seat) => nameOf(seat, speaker));
  return html`<section class="card narrow join">
    <h1>${t("join.title")}</h1>
    <p class="lead">${gameTitle(table, speaker)} · <${GameName} ruleset=${table.ruleset} /></p>
    <p><${Icon} name="people" /> ${t("game.taken", { taken: names.length, size: table.size })} · ${list(names)}</p>
    ${problem && html`<p class="error" role="alert">${complaint(problem, speaker)}</p>`}
    ${session
      ? html`<button type="button" class="primary" onClick=${sit}>
          ${t("join.sit", { name: session.player.name })}
        </button>`
      : html`<${EnterForm} path="/guests" fields=${[name]} button=${t("join.enter")} primary then=${sit} />`}
    <p>
      <a href=${to("game", id)}>${t("join.watch")}</a> ·${" "}
      <a href=${to("rules", table.ruleset)}>${t("door.rules")}</a>
    </p>
  </section>`;
}
