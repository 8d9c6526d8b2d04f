// What surrounds every page: the head with its ways, the language, who is here, and the state of the connection.

import { useEffect, useLayoutEffect, useRef } from "../vendor/hooks.js";
import { html } from "../vendor/html.js";
import { LANGUAGES, NAMES } from "../i18n.js";
import { to } from "../routes.js";
import { store, useSpeaker, useStore } from "../store.js";
import { wakeAll } from "../table.js";
import { speak } from "../words.js";
import { Icon, Mark } from "./icons.js";

/** Choosing the language. */
function Language() {
  const { t, lang } = useSpeaker();
  return html`<label class="language">
    <${Icon} name="globe" size=${18} /><span class="sr">${t("shell.language")}</span>
    <select value=${lang} onChange=${(event) => speak(event.target.value, true)}>
      ${LANGUAGES.map(
        (each) => html`<option value=${each} lang=${each} selected=${each === lang}>${NAMES[each]}</option>`,
      )}
    </select>
  </label>`;
}

/** Said when the server can't be reached, with a way to try at once. */
function Connection() {
  const { t } = useSpeaker();
  const lost = useStore((state) => state.connection === "lost");
  return html`<div role="status">
    ${lost &&
    html`<p class="banner banner-lost">
      <${Icon} name="alert" size=${18} /> ${t("shell.lost")}
      <button type="button" onClick=${wakeAll}>${t("shell.try_now")}</button>
    </p>`}
  </div>`;
}

/** One thing to be said on whatever page comes next. */
function Notice() {
  const { t } = useSpeaker();
  const notice = useStore((state) => state.notice);
  return html`<div role="status">
    ${notice &&
    html`<p class="banner">
      ${t(`notice.${notice}`)}
      <button type="button" class="plain" onClick=${() => store.set({ notice: null })}>${t("common.close")}</button>
    </p>`}
  </div>`;
}

/** The frame of a page; its heading takes the keyboard when the page changes. */
export function Shell({ page, children }) {
  const { t } = useSpeaker();
  const session = useStore((state) => state.session);
  const calls = useStore((state) => state.calls.length);
  const main = useRef(null);
  const first = useRef(true);
  useEffect(() => {
    if (!first.current && main.current) main.current.focus();
    first.current = false;
  }, [page]);
  // Before any page scrolls to what it was asked for.
  useLayoutEffect(() => window.scrollTo(0, 0), [page]);
  const skip = (event) => {
    event.preventDefault();
    main.current.focus();
  };
  return html`
    <a class="skip" href="#main" onClick=${skip}>${t("shell.skip")}</a>
    <header class="head">
      <a class="brand" href=${to()}><${Mark} /> <span>${t("app.name")}</span></a>
      <nav aria-label=${t("shell.nav")}>
        ${session &&
        html`<a href=${to()}>
          <${Icon} name="people" size=${18} /> <span>${t("shell.lobby")}</span>
          ${calls > 0 &&
          html`<span class="count">${calls}<span class="sr"> ${t("shell.calls", { count: calls })}</span></span>`}
        </a>`}
        <a href=${to("rules")}><${Icon} name="book" size=${18} /> <span>${t("shell.rules")}</span></a>
        ${session
          ? html`<a class="me" href=${to("account")}>
              <${Icon} name="citizen" size=${18} /> <span>${session.player.name}</span>
            </a>`
          : html`<a href=${to("door")}><${Icon} name="citizen" size=${18} /> <span>${t("shell.enter")}</span></a>`}
      </nav>
      <${Language} />
    </header>
    <${Connection} />
    <${Notice} />
    <main id="main" tabindex="-1" ref=${main}>${children}</main>
  `;
}
