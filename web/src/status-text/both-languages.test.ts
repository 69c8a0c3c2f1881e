// Every text exists in both languages.
import { expect, test } from "vitest";
import { REPORT_TEXT } from "../board/report-text.ts";
import { TABLE_TEXT } from "../board/table/text.ts";
import { BOARD_TEXT } from "../board/text.ts";
import { WALL_TEXT } from "../board/wall/text.ts";
import { MAP_TEXT } from "../map/text.ts";
import { REPLAY_TEXT } from "../storm/replay-text.ts";
import { STORM_TEXT } from "../storm/text.ts";
import { LANGUAGES, type Language } from "./language.ts";
import { STATUS_TEXT } from "./text.ts";

const ALL: Record<string, Record<Language, object>> = {
  status: STATUS_TEXT,
  storm: STORM_TEXT,
  replay: REPLAY_TEXT,
  map: MAP_TEXT,
  board: BOARD_TEXT,
  report: REPORT_TEXT,
  table: TABLE_TEXT,
  wall: WALL_TEXT,
};

/** Equal in both languages. */
const COMPASS = ["N", "NE", "E", "SE", "S"].map((point) => `map.compass.${point}`);
const SAME = ["storm.api", "map.minutes", "map.hours", "table.count", "table.miles", ...COMPASS];

/** Every text by its path; functions are called with a plural and a singular. */
function textsByPath(texts: object, path: string): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]: [string, unknown]): [string, string][] => {
    const here = `${path}.${key}`;
    if (typeof value === "string") return [[here, value]];
    if (typeof value === "object") return textsByPath(value as object, here);
    const format = value as (...args: unknown[]) => string;
    return [[here, `${format(2, "3", "4", "5")} / ${format(1, "3", "4", "5")}`]];
  });
}

test.each(Object.entries(ALL))("every %s text exists in both languages", (name, both) => {
  const [english, spanish] = LANGUAGES.map((language) => new Map(textsByPath(both[language], name))) as [
    Map<string, string>,
    Map<string, string>,
  ];
  expect([...spanish.keys()]).toEqual([...english.keys()]);
  for (const [key, text] of english) {
    expect(text.trim(), key).not.toBe("");
    expect(text, key).not.toContain("undefined");
    expect(spanish.get(key)?.trim(), key).not.toBe("");
    expect(spanish.get(key), key).not.toContain("undefined");
    if (!SAME.includes(key)) expect(spanish.get(key), key).not.toBe(text);
  }
});
