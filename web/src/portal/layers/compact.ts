// Makes a GeoJSON file smaller before the upload: drops what the service drops anyway. Pure.

/** The service reads 1 MiB; quotation marks are sent as two characters. */
const LARGE_LENGTH = 900_000;
const LABEL = /^(name|fullname|label)$/i;

/** Small files, and texts that are not JSON, stay as they are, so that errors quote them. */
export function compactLayer(text: string): string {
  return text.length < LARGE_LENGTH ? text : compact(text);
}

export function compact(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text, revive));
  } catch {
    return text;
  }
}

function revive(key: string, value: unknown): unknown {
  if (typeof value === "number") return Math.round(value * 1e6) / 1e6;
  // Also the name of a coordinate system is in `properties`.
  if (key === "properties" && typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).filter(([name]) => LABEL.test(name)));
  return value;
}
