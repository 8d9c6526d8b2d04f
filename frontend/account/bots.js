// Bot accounts: players of one's own that a program plays for.

import { useState } from "../vendor/hooks.js";
import { html } from "../vendor/html.js";
import { server } from "../api.js";
import { to } from "../routes.js";
import { useSpeaker } from "../store.js";
import { TextField } from "../parts/fields.js";
import { Said, isAt, useLoaded } from "../parts/section.js";
import { TokenForm, TokenList } from "./tokens.js";

/** Whether the last name was refused; what is wrong with it stands beside its field. */
const refused = ({ error }) => Boolean(error && ["bad_name", "name_taken"].includes(error.code));

/** The bot accounts with their tokens, and a form for another. */
export function Bots() {
  const { t } = useSpeaker();
  const part = useLoaded("/me/bots");
  const [name, setName] = useState("");
  const make = (event) => {
    event.preventDefault();
    part.act(async () => {
      await server.post("/me/bots", { name });
      setName("");
    }, t("bots.made"));
  };
  return html`<p class="help">${t("bots.help")}</p>
    <${Said} part=${part} placed=${refused(part) || isAt(part, "/scopes")} />
    ${part.data &&
    html`<ul class="things stacked">
        ${part.data.bots.map(
          (bot) => html`<li key=${bot.id}>
            <a href=${to("player", bot.id)}><strong>${bot.name}</strong></a>
            <${TokenList} tokens=${bot.tokens} part=${part} />
            <details class="more">
              <summary><h3>${t("bots.token", { name: bot.name })}</h3></summary>
              <${TokenForm} path=${`/me/bots/${bot.id}/tokens`} part=${part} />
            </details>
          </li>`,
        )}
      </ul>
      ${part.data.bots.length === 0 && html`<p class="muted">${t("bots.none")}</p>`}
      <form onSubmit=${make}>
        <${TextField}
          label=${t("bots.name")}
          help=${t("door.name_help")}
          error=${refused(part) ? t(`error.${part.error.code}`) : null}
          minlength=${2}
          maxlength=${24}
          value=${name}
          onValue=${setName}
          required
        />
        <div class="buttons"><button type="submit">${t("bots.make")}</button></div>
      </form>`}`;
}
