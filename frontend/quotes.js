// Quoting in talk, as letters and forums have done since long: each quoted line begins with "> ".

/** Characters of a message that are quoted, at most. */
const LONGEST = 300;

const isQuoted = (line) => line.startsWith(">");

/** A message as lines to put before one's own: who said it, and its beginning without what it quoted itself. */
export function quoteOf(name, text) {
  const own = text.split("\n").filter((line) => !isQuoted(line));
  const whole = own.join("\n").trim();
  const said = whole.length > LONGEST ? `${whole.slice(0, LONGEST)}…` : whole;
  return `${name}: ${said}`.split("\n").map((line) => `> ${line}`).join("\n");
}

/** A text in pieces, [{quoted, text}], so that what is quoted in it can be shown as such. */
export function pieces(text) {
  const found = [];
  for (const line of text.split("\n")) {
    const last = found[found.length - 1];
    const quoted = isQuoted(line);
    const said = quoted ? line.replace(/^>\s?/, "") : line;
    if (last && last.quoted === quoted) last.text += `\n${said}`;
    else found.push({ quoted, text: said });
  }
  return found.map((piece) => ({ ...piece, text: piece.text.trim() })).filter((piece) => piece.text);
}
