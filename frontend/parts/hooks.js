// Webhooks: servers that are called when there is news of one's games or of one of them, and how the calls went.

import { useEffect, useState } from "../vendor/hooks.js";
import { html } from "../vendor/html.js";
import { complaint, server } from "../api.js";
import { to } from "../routes.js";
import { useSpeaker } from "../store.js";
import { CopyField } from "./copy.js";
import { TextField } from "./fields.js";
import { Said, Section, isAt, useLoaded } from "./section.js";

/** Seconds after which a test has probably been called. */
const SOON = 2;

/** How a call went: what it was answered, or why it failed. */
function outcomeOf({ status, error }, { t, has }) {
  if (error && has(`hooks.fault_${error}`)) return t(`hooks.fault_${error}`, { status });
  return status === null ? t("hooks.no_answer") : t("hooks.status", { status });
}

/** The latest calls of a hook. */
function Deliveries({ hook }) {
  const speaker = useSpeaker();
  const { t, time, number } = speaker;
  const [deliveries, setDeliveries] = useState(null);
  const [error, setError] = useState(null);
  const load = () =>
    server.get(`/me/hooks/${hook.id}/deliveries`).then((came) => setDeliveries(came.deliveries), setError);
  useEffect(() => {
    load();
    const again = setTimeout(load, 1000 * SOON);
    return () => clearTimeout(again);
  }, []);
  return html`<div class="deliveries">
    ${error && html`<p class="error" role="alert">${complaint(error, speaker)}</p>`}
    ${deliveries &&
    deliveries.length > 0 &&
    html`<ol>
      ${deliveries.map(
        (call) => html`<li key=${`${call.id}/${call.at}`}>
          <code>${call.type}</code> · ${time(call.at)} · ${t("hooks.took", { took: number(call.took) })}
          <strong>${outcomeOf(call, speaker)}</strong>
        </li>`,
      )}
    </ol>`}
    <p role="status">
      ${deliveries && deliveries.length === 0 ? t("hooks.no_deliveries") : !deliveries && !error && t("common.loading")}
    </p>
    <button type="button" onClick=${load}>${t("lobby.refresh")}</button>
  </div>`;
}

/** One hook of a list, and what may be done with it. */
function Hook({ hook, game, part }) {
  const { t, time } = useSpeaker();
  const [shown, setShown] = useState(false);
  const path = `/me/hooks/${hook.id}`;
  const whose = html`<span class="sr"> ${hook.url}</span>`;
  const test = () => part.act(() => server.post(`${path}/test`), t("hooks.tested"));
  const enable = () => part.act(() => server.post(`${path}/enable`), t("hooks.enabled"));
  const remove = () => part.act(() => server.remove(path), t("hooks.deleted"));
  return html`<li>
    <div>
      <code>${hook.url}</code>
      ${hook.game !== game &&
      html` <a href=${to("game", hook.game)}>${t("hooks.of_game")}</a>`}
      ${hook.disabled && html`<p class="error">${t("hooks.disabled", { time: time(hook.disabled) })}</p>`}
      ${!hook.disabled && hook.failures > 0 && html`<p>${t("hooks.failures", { count: hook.failures })}</p>`}
    </div>
    <div class="buttons">
      <button type="button" onClick=${test}>${t("hooks.test")}${whose}</button>
      <button type="button" aria-expanded=${String(shown)} onClick=${() => setShown(!shown)}>
        ${t("hooks.deliveries")}${whose}
      </button>
      ${hook.disabled && html`<button type="button" onClick=${enable}>${t("hooks.enable")}${whose}</button>`}
      <button type="button" onClick=${remove}>${t("hooks.delete")}${whose}</button>
    </div>
    ${shown && html`<${Deliveries} hook=${hook} />`}
  </li>`;
}

/** All hooks of one's own, or those of a game that one hosts, and a form for another. */
export function Hooks({ game = null }) {
  const { t } = useSpeaker();
  const path = game ? `/games/${game}/hooks` : "/me/hooks";
  const part = useLoaded(path);
  const [url, setUrl] = useState("");
  const [made, setMade] = useState(null);
  const fault = isAt(part, "/url");
  const add = (event) => {
    event.preventDefault();
    part.act(async () => {
      setMade(await server.post(path, { url: url.trim() }));
      setUrl("");
    }, t("hooks.added"));
  };
  return html`<p class="help">${game ? t("hooks.of_this") : t("hooks.of_all")}</p>
    <p class="help">${t("hooks.signed")} <a href="https://www.standardwebhooks.com">Standard Webhooks</a></p>
    <${Said} part=${part} placed=${fault} />
    ${made && html`<${CopyField} label=${t("hooks.secret")} value=${made.secret} help=${t("tokens.once")} />`}
    ${part.data &&
    html`<ul class="things stacked">
        ${part.data.hooks.map((hook) => html`<${Hook} key=${hook.id} hook=${hook} game=${game} part=${part} />`)}
      </ul>
      ${part.data.hooks.length === 0 && html`<p class="muted">${t("hooks.none")}</p>`}
      <form onSubmit=${add}>
        <${TextField}
          label=${t("hooks.url")}
          type="url"
          maxlength=${500}
          placeholder="https://"
          value=${url}
          onValue=${setUrl}
          error=${fault ? t("hooks.wrong_url") : null}
          required
        />
        <div class="buttons"><button type="submit">${t("hooks.add")}</button></div>
      </form>`}`;
}

/** The section of a game's own webhooks, for its host alone. */
export function GameHooks({ table }) {
  const { t } = useSpeaker();
  if (!table.creator) return null;
  return html`<${Section} name="hooks" title=${t("hooks.title_game")}><${Hooks} game=${table.id} /><//>`;
}
