// Another password, for who knows the one that is to go.

import { useState } from "../vendor/hooks.js";
import { html } from "../vendor/html.js";
import { complaint, server } from "../api.js";
import { useSpeaker } from "../store.js";
import { TextField } from "../parts/fields.js";
import { useFields } from "../pages/door.js";

/** What is said about a refusal where there is a password but no name. */
export const ofPassword = (error, speaker) =>
  error.code === "wrong_password" ? speaker.t("password.wrong") : complaint(error, speaker);

const EMPTY = { password: "", new: "" };

/** The form; what browsers remember by name is told which one it is. */
export function Password({ player }) {
  const speaker = useSpeaker();
  const { t } = speaker;
  const { password, chosen } = useFields();
  const [values, setValues] = useState(EMPTY);
  const [state, setState] = useState({ done: false, error: null });
  const fields = [
    { ...password, label: t("password.old") },
    { ...chosen, name: "new", label: t("password.new") },
  ];
  const change = (event) => {
    event.preventDefault();
    server.put("/me/password", values).then(
      () => {
        setValues(EMPTY);
        setState({ done: true, error: null });
      },
      (error) => setState({ done: false, error }),
    );
  };
  return html`<p class="help">${t("password.help")}</p>
    <p class="done" role="status">${state.done && t("password.changed")}</p>
    <form onSubmit=${change}>
      <input type="text" autocomplete="username" value=${player.name} readonly hidden />
      ${fields.map(
        ({ name, label, ...rest }) => html`<${TextField}
          key=${name}
          label=${label}
          value=${values[name]}
          onValue=${(value) => setValues({ ...values, [name]: value })}
          required
          ...${rest}
        />`,
      )}
      ${state.error && html`<p class="error" role="alert">${ofPassword(state.error, speaker)}</p>`}
      <div class="buttons"><button type="submit">${t("password.button")}</button></div>
    </form>`;
}
