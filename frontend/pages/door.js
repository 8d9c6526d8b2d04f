// The door: in with a name alone, with an account, or by making one.

import { useState } from "../vendor/hooks.js";
import { html } from "../vendor/html.js";
import { complaint, server } from "../api.js";
import { go, route, to } from "../routes.js";
import { enter, useSpeaker } from "../store.js";
import { FAMILY } from "../parts/cards.js";
import { Icon } from "../parts/icons.js";
import { TextField } from "../parts/fields.js";

/** A form that lets somebody in: what to ask the server for, fields, what is said `also`, and what its button says. */
export function EnterForm({ path, fields, also = {}, button, primary = false, then }) {
  const speaker = useSpeaker();
  const [values, setValues] = useState({});
  const [problem, setProblem] = useState(null);
  const [busy, setBusy] = useState(false);
  const send = async (event) => {
    event.preventDefault();
    setBusy(true);
    try {
      const { player, token } = await server.post(path, { ...also, ...values });
      enter({ player, token: token.secret });
      then();
    } catch (error) {
      setProblem(error);
      setBusy(false);
    }
  };
  const onField = (name) => problem && problem.at && problem.at(`/${name}`);
  const placed = problem && fields.some(({ name }) => onField(name));
  return html`<form class="enter" onSubmit=${send}>
    ${fields.map(
      ({ name, label, ...rest }) => html`<${TextField}
        key=${name}
        label=${label}
        value=${values[name] || ""}
        error=${onField(name) ? complaint(problem, speaker) : null}
        onValue=${(value) => setValues({ ...values, [name]: value })}
        required
        ...${rest}
      />`,
    )}
    ${problem && !placed && html`<p class="error" role="alert">${complaint(problem, speaker)}</p>`}
    <button type="submit" class=${primary ? "primary" : ""} disabled=${busy}>${button}</button>
  </form>`;
}

/** The fields of the ways in. */
export function useFields() {
  const { t } = useSpeaker();
  const name = { name: "name", label: t("door.name"), minlength: 2, maxlength: 24 };
  return {
    name: { ...name, autocomplete: "nickname", help: t("door.name_help") },
    user: { ...name, autocomplete: "username" },
    password: { name: "password", label: t("door.password"), type: "password", autocomplete: "current-password" },
    chosen: {
      name: "password",
      label: t("door.password"),
      help: t("door.password_help"),
      type: "password",
      autocomplete: "new-password",
      minlength: 8,
    },
  };
}

/** A mail is asked for by which a new password is set: what is said then is the same whatever the name. */
function Forgotten() {
  const speaker = useSpeaker();
  const { t } = speaker;
  const { label, ...rest } = useFields().user;
  const [name, setName] = useState("");
  const [state, setState] = useState({ done: false, error: null });
  const send = (event) => {
    event.preventDefault();
    server.post("/password", { name }).then(
      () => setState({ done: true, error: null }),
      (error) => setState({ done: false, error }),
    );
  };
  return html`<form class="enter" onSubmit=${send}>
    <p class="muted">${t("forgotten.help")}</p>
    <${TextField} ...${rest} label=${label} value=${name} onValue=${setName} required />
    ${state.error && html`<p class="error" role="alert">${complaint(state.error, speaker)}</p>`}
    <button type="submit">${t("forgotten.button")}</button>
    <p class="done" role="status">${state.done && t("forgotten.mailed")}</p>
  </form>`;
}

/** Log in or register, one at a time; or say that one can't. */
function Account({ then }) {
  const { t } = useSpeaker();
  const [way, setWay] = useState("login");
  const { user, password, chosen } = useFields();
  const ways = { login: ["/tokens", [user, password]], register: ["/players", [user, chosen]] };
  const [path, fields] = ways[way] || [];
  return html`<section class="card" aria-labelledby="account-title">
    <h2 id="account-title">${t("door.account")}</h2>
    <div class="switch" role="group" aria-labelledby="account-title">
      ${Object.keys(ways).map(
        (each) => html`<button type="button" aria-pressed=${String(way === each)} onClick=${() => setWay(each)}>
          ${each === "login" ? t("door.login") : t("door.register")}
        </button>`,
      )}
    </div>
    ${path
      ? html`<${EnterForm}
          key=${way}
          path=${path}
          fields=${fields}
          button=${way === "login" ? t("door.login") : t("door.register")}
          then=${then}
        />`
      : html`<${Forgotten} />`}
    ${way === "login" &&
    html`<button type="button" class="plain" onClick=${() => setWay("forgotten")}>${t("forgotten.title")}</button>`}
  </section>`;
}

/** A hand of cards, for looks only. */
function Fan() {
  return html`<div class="fan" aria-hidden="true">
    ${["vest", "grenade", "double_bullet", "flash", "first_aid"].map(
      (card) => html`<span class="face family-${FAMILY[card]}">
        <span class="face-art"><${Icon} name=${card} size=${38} /></span>
      </span>`,
    )}
  </div>`;
}

/** The door page. */
export function Door() {
  const { t } = useSpeaker();
  const { name } = useFields();
  // Elsewhere the door stood before a page that is shown now.
  const then = () => route(window.location.hash).page === "door" && go();
  return html`<div class="door">
    <div class="hero">
      <${Fan} />
      <h1>${t("app.name")}</h1>
      <p class="lead">${t("door.lead")}</p>
    </div>
    <div class="about-game">
      <ul class="points">
        <li><${Icon} name="unknown" /> ${t("door.point_hidden")}</li>
        <li><${Icon} name="cards" /> ${t("door.point_fireline")}</li>
        <li><${Icon} name="night" /> ${t("door.point_undercover")}</li>
        <li><${Icon} name="clock" /> ${t("door.point_pace")}</li>
      </ul>
      <p><a href=${to("rules")}>${t("door.rules")}</a></p>
    </div>
    <div class="ways">
      <section class="card card-first" aria-labelledby="guest-title">
        <h2 id="guest-title">${t("door.guest")}</h2>
        <p class="muted">${t("door.guest_help")}</p>
        <${EnterForm} path="/guests" fields=${[name]} button=${t("door.play_now")} primary then=${then} />
      </section>
      <${Account} then=${then} />
    </div>
  </div>`;
}
