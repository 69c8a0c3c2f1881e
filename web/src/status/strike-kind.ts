// The kind of a strike, as the service reports it. The service alone derives it from the vendor's text. Pure.

export const STRIKE_KINDS = ["ground", "cloud", "unknown"] as const;

export type StrikeKind = (typeof STRIKE_KINDS)[number];

/** A kind that this version does not know is unknown, which is never shown as harmless. */
export function parseStrikeKind(value: unknown): StrikeKind {
  return STRIKE_KINDS.find((kind) => kind === value) ?? "unknown";
}
