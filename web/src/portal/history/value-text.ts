// A value of a setting as text. Pure.

/** `null` if there is none. Texts are shown without quotes, except an empty one, everything else as JSON. */
export function valueText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (value === "") return '""';
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}
