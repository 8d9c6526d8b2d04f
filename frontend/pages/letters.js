// Where the links in mails lead: an address is confirmed, or mails of a kind are ended, by one button; or a new
// password is set.

import { useState } from "../vendor/hooks.js";
import { html } from "../vendor/html.js";
import { complaint, server } from "../api.js";
import { go, to } from "../routes.js";
import { store, useSpeaker, useStore } from "../store.js";
import { EnterForm, useFields } from "./door.js";

/** A question, a button that says yes to it, and how that went: looking at the link changes nothing. */
function Letter({ title, help, button, path, body, done }) {
  const speaker = useSpeaker();
  const { t } = speaker;
  const [state, setState] = useState({ done: false, error: null });
  const send = () =>
    server.post(path, body).then(
      () => setState({ done: true, error: null }),
      (error) => setState({ done: false, error }),
    );
  return html`<section class="card narrow letter">
    <h1>${title}</h1>
    ${!state.done && html`<p>${help}</p>`}
    ${!state.done && html`<button type="button" class="primary" onClick=${send}>${button}</button>`}
    <p role="status">${state.done && done}</p>
    ${state.error && html`<p class="error" role="alert">${complaint(state.error, speaker)}</p>`}
    <p><a href=${to("account")}>${t("letter.to_account")}</a></p>
  </section>`;
}

/** An address is confirmed by the code that was mailed there, by whose it is. */
export function Confirm({ code }) {
  const { t } = useSpeaker();
  const session = useStore((state) => state.session);
  const { user, password } = useFields();
  if (session) {
    return html`<${Letter}
      title=${t("letter.confirm")}
      help=${t("letter.confirm_help", { name: session.player.name })}
      button=${t("letter.confirm_button")}
      path="/me/email/confirm"
      body=${{ code }}
      done=${t("letter.confirmed")}
    />`;
  }
  return html`<section class="card narrow letter">
    <h1>${t("letter.confirm")}</h1>
    <p>${t("letter.log_in")}</p>
    <${EnterForm}
      path="/tokens"
      fields=${[user, password]}
      button=${t("door.login")}
      primary
      then=${() => {}}
    />
  </section>`;
}

/** A new password is set by the ticket that was mailed, whoever holds it: then one is in. */
export function Reset({ code }) {
  const { t } = useSpeaker();
  const { chosen } = useFields();
  const then = () => {
    store.set({ notice: "password_set" });
    go();
  };
  return html`<section class="card narrow letter">
    <h1>${t("letter.reset")}</h1>
    <p>${t("letter.reset_help")}</p>
    <${EnterForm}
      path="/password/reset"
      also=${{ ticket: code }}
      fields=${[{ ...chosen, label: t("password.new") }]}
      button=${t("letter.reset_button")}
      primary
      then=${then}
    />
    <p><a href=${to("door")}>${t("letter.to_door")}</a></p>
  </section>`;
}

/** Mails of one kind are ended by the ticket in one of them, whoever holds it. */
export function Unsubscribe({ code }) {
  const { t } = useSpeaker();
  return html`<${Letter}
    title=${t("letter.unsubscribe")}
    help=${t("letter.unsubscribe_help")}
    button=${t("letter.unsubscribe_button")}
    path=${`/unsubscribe/${encodeURIComponent(code)}`}
    done=${t("letter.unsubscribed")}
  />`;
}
