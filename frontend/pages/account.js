// Who one is here: a guest may become an account, tokens may be revoked, and one may leave.

import { useEffect, useState } from "../vendor/hooks.js";
import { html } from "../vendor/html.js";
import { complaint, server } from "../api.js";
import { go } from "../routes.js";
import { enter, store, useSpeaker, useStore } from "../store.js";
import { TextField } from "../parts/fields.js";
import { useFields } from "./door.js";

/** A guest keeps his seats and becomes an account. */
function Claim({ session }) {
  const speaker = useSpeaker();
  const { t } = speaker;
  const { user, chosen } = useFields();
  const [values, setValues] = useState({ name: session.player.name, password: "" });
  const [problem, setProblem] = useState(null);
  const claim = async (event) => {
    event.preventDefault();
    try {
      const { player } = await server.post("/me/claim", values);
      enter({ ...session, player });
      store.set({ notice: "claimed" });
    } catch (error) {
      setProblem(error);
    }
  };
  return html`<section class="card" aria-labelledby="claim-title">
    <h2 id="claim-title">${t("account.claim")}</h2>
    <p class="muted">${t("account.claim_help")}</p>
    <form class="enter" onSubmit=${claim}>
      ${[user, chosen].map(
        ({ name, label, ...rest }) => html`<${TextField}
          key=${name}
          label=${label}
          value=${values[name]}
          onValue=${(value) => setValues({ ...values, [name]: value })}
          required
          ...${rest}
        />`,
      )}
      ${problem && html`<p class="error" role="alert">${complaint(problem, speaker)}</p>`}
      <button type="submit" class="primary">${t("account.claim_button")}</button>
    </form>
  </section>`;
}

/** Where one is logged in. */
function Tokens() {
  const { t, day } = useSpeaker();
  const [tokens, setTokens] = useState([]);
  const load = () => server.get("/tokens").then((came) => setTokens(came.tokens), () => {});
  useEffect(() => void load(), []);
  const revoke = async (id) => {
    await server.remove(`/tokens/${id}`).catch(() => {});
    load();
  };
  return html`<section class="card" aria-labelledby="tokens-title">
    <h2 id="tokens-title">${t("account.tokens")}</h2>
    <ul class="tokens">
      ${tokens.map(
        (token) => html`<li key=${token.id}>
          <span>
            <strong>${token.current ? t("account.here") : token.label || t("account.elsewhere")}</strong>
            <span class="muted"> ${t("account.used", { when: day(token.last_used) })}</span>
          </span>
          ${!token.current &&
          html`<button type="button" onClick=${() => revoke(token.id)}>${t("account.revoke")}</button>`}
        </li>`,
      )}
    </ul>
  </section>`;
}

/** The account page. */
export function Account() {
  const { t } = useSpeaker();
  const session = useStore((state) => state.session);
  const [sure, setSure] = useState(false);
  const guest = session.player.kind === "guest";
  const leave = async () => {
    if (guest && !sure) return setSure(true);
    const { tokens } = await server.get("/tokens").catch(() => ({ tokens: [] }));
    const current = tokens.find((token) => token.current);
    if (current) await server.remove(`/tokens/${current.id}`).catch(() => {});
    enter(null);
    return go();
  };
  return html`<div class="account">
    <h1>${session.player.name}</h1>
    <p class="muted">${guest ? t("account.guest") : t("account.account")}</p>
    ${guest && html`<${Claim} session=${session} />`}
    <${Tokens} />
    <div class="buttons">
      ${sure && html`<p class="error" role="alert">${t("account.guest_leaves")}</p>`}
      <button type="button" onClick=${leave}>${sure ? t("account.leave_sure") : t("account.leave")}</button>
    </div>
  </div>`;
}
