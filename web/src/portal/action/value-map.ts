// A map of text to value as rows, and back. Pure.
import type { JsonObject } from "../../data/json.ts";
import { configText } from "./config-text.ts";
import { parseLooseJson, toLooseJson } from "./json-text.ts";

export interface ValueRow {
  text: string;
  /** The value as typed: JSON, or text without quotes. */
  value: string;
}

export function readValueRows(map: JsonObject): ValueRow[] {
  return Object.entries(map).map(([text, value]) => ({ text, value: toLooseJson(value) }));
}

/** Rows in which nothing was typed yet are left out; a value that is not typed yet is an empty text. */
export function writeValueRows(rows: readonly ValueRow[]): JsonObject {
  const typed = rows.filter(({ text, value }) => text !== "" || value !== "");
  return Object.fromEntries(
    typed.map(({ text, value }) => {
      const stored = parseLooseJson(value);
      return [text, stored === undefined ? value : stored];
    }),
  );
}

/** What a typed value is if it is not text: “a number” for `5`, nothing for `Ground` and for `"5"`. */
export function otherType(typed: string): string | null {
  const value = parseLooseJson(typed);
  if (value === undefined || typeof value === "string") return null;
  const { stores } = configText();
  if (value === null) return stores.null;
  if (typeof value === "object") return Array.isArray(value) ? stores.list : stores.object;
  return typeof value === "number" ? stores.number : stores.flag;
}

/** The service ignores case and spaces around, so that only one of two such texts can count. */
export function isRepeated(rows: readonly ValueRow[], position: number): boolean {
  const own = comparable(rows[position]?.text ?? "");
  return own !== "" && rows.findIndex(({ text }) => comparable(text) === own) < position;
}

function comparable(text: string): string {
  return text.trim().toLowerCase();
}
