// Who one is here: a guest may become an account, one may leave, and each matter has a section of its own.

import { useState } from "../vendor/hooks.js";
import { html } from "../vendor/html.js";
import { complaint, server } from "../api.js";
import { go, to } from "../routes.js";
import { enter, store, useSpeaker, useStore } from "../store.js";
import { Bots } from "../account/bots.js";
import { Deletion } from "../account/deletion.js";
import { Feed } from "../account/feed.js";
import { Leaves } from "../account/leaves.js";
import { Notifications } from "../account/notifications.js";
import { Password } from "../account/password.js";
import { Tokens } from "../account/tokens.js";
import { TextField } from "../parts/fields.js";
import { Hooks } from "../parts/hooks.js";
import { Section } from "../parts/section.js";
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
    <p><a href=${to("player", session.player.id)}>${t("account.profile")}</a></p>
    ${guest && html`<${Claim} session=${session} />`}
    <${Section} name="leaves" title=${t("leaves.title")}><${Leaves} /><//>
    <${Section} name="notifications" title=${t("news.title")}><${Notifications} /><//>
    <${Section} name="feed" title=${t("feed.title")}><${Feed} /><//>
    <${Section} name="hooks" title=${t("hooks.title")}><${Hooks} /><//>
    ${!guest &&
    html`<${Section} name="password" title=${t("door.password")}><${Password} player=${session.player} /><//>`}
    <${Section} name="tokens" title=${t("account.tokens")}><${Tokens} /><//>
    ${!guest && html`<${Section} name="bots" title=${t("bots.title")}><${Bots} /><//>`}
    <${Section} name="deletion" title=${t("deletion.title")}><${Deletion} player=${session.player} /><//>
    <div class="buttons">
      ${sure && html`<p class="error" role="alert">${t("account.guest_leaves")}</p>`}
      <button type="button" onClick=${leave}>${sure ? t("account.leave_sure") : t("account.leave")}</button>
    </div>
  </div>`;
}
