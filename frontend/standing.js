// Standing answers as a form holds them: what each field is, and what is sent. Pure.

/** What sort of value each standing answer has; those not named are lists of seats. */
export const SORTS = {
  end: "flag",
  spare: "count",
  blood: "count",
  backed: "count",
  discard: "kinds",
  result: "result",
  rescue: "perhaps",
  vote: "perhaps",
};

/** Nothing prepared, for the fields that a game's words name. */
export const nothing = (fields) => Object.fromEntries(fields.map((field) => [field, blank(field)]));

function blank(field) {
  const sort = SORTS[field];
  if (sort === "flag") return false;
  if (sort === "count") return 0;
  return sort === "perhaps" || sort === "result" ? null : [];
}

/** A list with one thing more at its end, or without it if it was there. */
export const toggled = (list, thing) =>
  (list || []).includes(thing) ? list.filter((each) => each !== thing) : [...(list || []), thing];

/** Whether anything is prepared at all. */
export const isSaid = (standing) =>
  Boolean(standing) && Object.entries(standing).some(([field, value]) => JSON.stringify(value) !== JSON.stringify(blank(field)));
