// Tokens: who may speak in one's name, what each is good for, and until when.

import { useState } from "../vendor/hooks.js";
import { html } from "../vendor/html.js";
import { server } from "../api.js";
import { useSpeaker } from "../store.js";
import { CopyField } from "../parts/copy.js";
import { CheckField, SelectField, TextField } from "../parts/fields.js";
import { Said, isAt, useLoaded } from "../parts/section.js";
import { inDays } from "./moments.js";

/** What a token may be good for, beside looking. */
const SCOPES = ["play", "talk", "host", "account"];

/** What a token for a program is good for unless one chooses otherwise. */
const USUAL = ["play", "talk"];

/** Days for which a token may be good; null: for ever. */
const DAYS = [7, 30, 90, 365, null];

/** A list of tokens, each with a button that revokes it. */
export function TokenList({ tokens, part }) {
  const { t, day, date, list } = useSpeaker();
  const revoke = ({ id }) => part.act(() => server.remove(`/tokens/${id}`), t("tokens.revoked"));
  return html`<ul class="things tokens">
    ${tokens.map((token) => {
      const name = token.current ? t("account.here") : token.label || t("account.elsewhere");
      const all = SCOPES.every((scope) => token.scopes.includes(scope));
      const over = token.expires !== null && new Date(token.expires) <= Date.now();
      return html`<li key=${token.id}>
        <span>
          <strong>${name}</strong>
          <span class="muted small">
            ${all ? t("tokens.all") : list(token.scopes.map((scope) => t(`scope.${scope}`)))} ·
            ${" "}${t("account.used", { when: day(token.last_used) })}
            ${token.expires !== null &&
            html` · ${over ? t("tokens.over") : t("tokens.until", { date: date(token.expires) })}`}
          </span>
        </span>
        ${!token.current &&
        html`<button type="button" onClick=${() => revoke(token)}>
          ${t("account.revoke")}<span class="sr"> ${name}</span>
        </button>`}
      </li>`;
    })}
  </ul>`;
}

/** A form that makes a token; its secret is shown once. */
export function TokenForm({ path, part }) {
  const { t } = useSpeaker();
  const [label, setLabel] = useState("");
  const [scopes, setScopes] = useState(USUAL);
  const [days, setDays] = useState(90);
  const [made, setMade] = useState(null);
  const flip = (scope) => setScopes(SCOPES.filter((each) => (each === scope) !== scopes.includes(each)));
  const make = (event) => {
    event.preventDefault();
    part.act(async () => {
      const { token } = await server.post(path, { label, scopes, expires: inDays(days) });
      setMade(token);
      setLabel("");
    }, t("tokens.made"));
  };
  return html`<form onSubmit=${make}>
    ${made && html`<${CopyField} label=${t("tokens.secret")} value=${made.secret} help=${t("tokens.once")} />`}
    <${TextField} label=${t("tokens.label")} maxlength=${40} value=${label} onValue=${setLabel} required />
    <fieldset class="scopes">
      <legend>${t("tokens.scopes")}</legend>
      ${SCOPES.map(
        (scope) => html`<${CheckField}
          key=${scope}
          label=${t(`scope.${scope}`)}
          help=${t(`scope.${scope}_help`)}
          value=${scopes.includes(scope)}
          onValue=${() => flip(scope)}
        />`,
      )}
      ${isAt(part, "/scopes") && html`<p class="error" role="alert">${t("tokens.no_scope")}</p>`}
    </fieldset>
    <${SelectField}
      label=${t("tokens.expires")}
      value=${days}
      choices=${DAYS.map((each) => [each, each === null ? t("tokens.never") : t("tokens.days", { days: each })])}
      onValue=${setDays}
    />
    <div class="buttons"><button type="submit">${t("tokens.make")}</button></div>
  </form>`;
}

/** One's own tokens. */
export function Tokens() {
  const { t } = useSpeaker();
  const part = useLoaded("/tokens");
  return html`<p class="help">${t("tokens.help")}</p>
    <${Said} part=${part} placed=${isAt(part, "/scopes")} />
    ${part.data &&
    html`<${TokenList} tokens=${part.data.tokens} part=${part} />
      <details class="more">
        <summary><h3>${t("tokens.another")}</h3></summary>
        <${TokenForm} path="/me/tokens" part=${part} />
      </details>`}`;
}
