// Time zones, as this browser knows them.

/** The zone in which this browser shows times. */
export const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

/** The zones to choose from: the one chosen, one's own, and all others; on an old browser just the first few. */
export function zones(chosen) {
  const known = Intl.supportedValuesOf ? Intl.supportedValuesOf("timeZone") : [];
  return [...new Set([chosen, ownZone(), "UTC", ...known])].filter(Boolean);
}
