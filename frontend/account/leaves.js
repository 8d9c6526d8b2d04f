// Leaves: when one is away, as all one's tables see it.

import { useState } from "../vendor/hooks.js";
import { html } from "../vendor/html.js";
import { server } from "../api.js";
import { useSpeaker } from "../store.js";
import { TextField } from "../parts/fields.js";
import { Said, isAt, useLoaded } from "../parts/section.js";
import { localOf, momentOf } from "./moments.js";

/** The leaves announced, and a form for another. */
export function Leaves() {
  const { t, time } = useSpeaker();
  const part = useLoaded("/me/leaves");
  const [begins, setBegins] = useState(() => localOf(new Date()));
  const [ends, setEnds] = useState("");
  const fault = isAt(part, "/ends");
  const announce = (event) => {
    event.preventDefault();
    return part.act(async () => {
      await server.post("/me/leaves", { begins: momentOf(begins), ends: momentOf(ends) });
      setEnds("");
    }, t("leaves.announced"));
  };
  const withdraw = ({ id }) => part.act(() => server.remove(`/me/leaves/${id}`), t("leaves.withdrawn"));
  return html`<p class="help">${t("leaves.help")}</p>
    <${Said} part=${part} placed=${fault} />
    ${part.data &&
    html`<ul class="things">
        ${part.data.leaves.map((leave) => {
          const span = t("leaves.span", { begins: time(leave.begins), ends: time(leave.ends) });
          return html`<li key=${leave.id}>
            <span>${span}</span>
            <button type="button" onClick=${() => withdraw(leave)}>
              ${t("leaves.withdraw")}<span class="sr"> ${span}</span>
            </button>
          </li>`;
        })}
      </ul>
      ${part.data.leaves.length === 0 && html`<p class="muted">${t("leaves.none")}</p>`}
      <form onSubmit=${announce}>
        <${TextField}
          label=${t("leaves.begins")}
          type="datetime-local"
          value=${begins}
          onValue=${setBegins}
          required
        />
        <${TextField}
          label=${t("leaves.ends")}
          type="datetime-local"
          value=${ends}
          onValue=${setEnds}
          error=${fault ? t("leaves.wrong") : null}
          required
        />
        <div class="buttons"><button type="submit">${t("leaves.announce")}</button></div>
      </form>`}`;
}
