// JSON values as the text of inputs, and back. Pure.
import type { Json } from "../../data/json.ts";

export function toText(value: Json | undefined): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

export function toPrettyJson(value: Json | undefined): string {
  return value === undefined ? "" : JSON.stringify(value, null, 2);
}

export function numberOrText(text: string): Json {
  const number = Number(text);
  return text.trim() !== "" && Number.isFinite(number) ? number : text;
}

/** Not set while it is empty. */
export function numberOrPath(text: string): Json | undefined {
  return text.trim() === "" ? undefined : numberOrText(text);
}

/** Without blank lines and without spaces around. */
export function listLines(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
}

/** Valid JSON, else the text itself: most values are plain text. */
export function parseLooseJson(text: string): Json | undefined {
  if (text.trim() === "") return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

/** The way back from `parseLooseJson`: text without quotes, unless it would be read as something else. */
export function toLooseJson(value: Json | undefined): string {
  if (value === undefined) return "";
  return typeof value === "string" && parseLooseJson(value) === value ? value : JSON.stringify(value);
}
