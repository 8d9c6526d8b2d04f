// Deleting the account: what becomes of it is said before, and a password is asked for where there is one.

import { useState } from "../vendor/hooks.js";
import { html } from "../vendor/html.js";
import { server } from "../api.js";
import { go } from "../routes.js";
import { enter, store, useSpeaker } from "../store.js";
import { CheckField, TextField } from "../parts/fields.js";
import { ofPassword } from "./password.js";

/** The form; it can't be sent before one says that one knows what one does. */
export function Deletion({ player }) {
  const speaker = useSpeaker();
  const { t } = speaker;
  const [password, setPassword] = useState("");
  const [sure, setSure] = useState(false);
  const [error, setError] = useState(null);
  const asked = player.kind === "account" && player.owner === null;
  const leave = async (event) => {
    event.preventDefault();
    try {
      await server.post("/me/deletion", asked ? { password } : {});
      enter(null);
      store.set({ notice: "deleted" });
      go();
    } catch (problem) {
      setError(problem);
    }
  };
  return html`<ul class="becomes">
      ${["name", "games", "bots", "never"].map((what) => html`<li key=${what}>${t(`deletion.${what}`)}</li>`)}
    </ul>
    <form onSubmit=${leave}>
      ${asked &&
      html`<${TextField}
        label=${t("door.password")}
        type="password"
        autocomplete="current-password"
        value=${password}
        onValue=${setPassword}
        required
      />`}
      <${CheckField} label=${t("deletion.sure")} value=${sure} onValue=${setSure} />
      ${error && html`<p class="error" role="alert">${ofPassword(error, speaker)}</p>`}
      <div class="buttons"><button type="submit" class="danger" disabled=${!sure}>${t("deletion.button")}</button></div>
    </form>`;
}
