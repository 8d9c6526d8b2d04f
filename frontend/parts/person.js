// Who sits somewhere, by name; a person's name leads to what is known of him in public.

import { html } from "../vendor/html.js";
import { to } from "../routes.js";

/** A name, with a link where there is a player behind it. */
export const Person = ({ player, name }) => (player ? html`<a class="person" href=${to("player", player)}>${name}</a>` : name);
