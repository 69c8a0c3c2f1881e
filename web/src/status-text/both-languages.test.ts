// Every text exists in both languages.
import { expect, test } from "vitest";
import { REPORT_TEXT } from "../board/report-text.ts";
import { TABLE_TEXT } from "../board/table/text.ts";
import { BOARD_TEXT } from "../board/text.ts";
import { WALL_TEXT } from "../board/wall/text.ts";
import { POINT_MAP_TEXT } from "../map/point-map-text.ts";
import { MAP_TEXT } from "../map/text.ts";
import { REPLAY_TEXT } from "../storm/replay-text.ts";
import { STORM_TEXT } from "../storm/text.ts";
import { LANGUAGES, type Language } from "./language.ts";
import { STATUS_TEXT } from "./text.ts";

type BothLanguages = Record<Language, object>;

const ALL: Record<string, BothLanguages> = {
  status: STATUS_TEXT,
  storm: STORM_TEXT,
  replay: REPLAY_TEXT,
  map: MAP_TEXT,
  pointMap: POINT_MAP_TEXT,
  board: BOARD_TEXT,
  report: REPORT_TEXT,
  table: TABLE_TEXT,
  wall: WALL_TEXT,
};

/** Equal in both languages. */
const COMPASS = ["N", "NE", "E", "SE", "S"].map((point) => `map.compass.${point}`);
const SAME = [
  "storm.api",
  "map.minutes",
  "map.hours",
  "table.count",
  "table.miles",
  ...COMPASS,
  "TITLES.menu.tokens",
  "AUDIT_TEXT.no",
  "SINK_TEXT.kinds.Webhook.label",
  "SINK_TEXT.kinds.Webhook.urlLabel",
  "SINK_TEXT.kinds.Cap.label",
  "SINK_TEXT.kinds.Cap.urlLabel",
  "SINK_TEXT.kinds.Mqtt.label",
  "SHADOW_TEXT.kind.Error",
];

/** In English the service's own names are shown. */
const SPANISH_ONLY = /^(GALLERY_TEXT\.(workflows|layouts)|WORKBENCH_TEXT\.ways)\./;

/** Called with facilities of a status instead of a number. */
const OF_GROUPS = /^(storm\.(near|waitingAt)|replay\.headline\.\w+)$/;

/** Every text by its path; functions are called with a plural and a singular. */
function textsByPath(texts: object, path: string): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]: [string, unknown]): [string, string][] => {
    const here = `${path}.${key}`;
    if (typeof value === "string") return [[here, value]];
    if (value === null) return [];
    if (typeof value === "object") return textsByPath(value, here);
    const format = value as (...args: unknown[]) => string;
    const [two, one] = [2, 1].map((count) => (OF_GROUPS.test(here) ? { count, first: "Aspen Pool" } : count));
    return [[here, `${format(two, "3", "4", "5")} / ${format(one, "3", "4", "5")}`]];
  });
}

function expectBothLanguages(name: string, both: BothLanguages): void {
  const [english, spanish] = LANGUAGES.map(
    (language) => new Map(textsByPath(both[language], name).filter(([path]) => !SPANISH_ONLY.test(path))),
  ) as [Map<string, string>, Map<string, string>];
  expect([...spanish.keys()].sort()).toEqual([...english.keys()].sort());
  for (const [key, text] of english) {
    expect(text.trim(), key).not.toBe("");
    expect(text, key).not.toContain("undefined");
    expect(spanish.get(key)?.trim(), key).not.toBe("");
    expect(spanish.get(key), key).not.toContain("undefined");
    if (!SAME.includes(key)) expect(spanish.get(key), key).not.toBe(text);
  }
}

test.each(Object.entries(ALL))("every %s text exists in both languages", (name, both) => {
  expectBothLanguages(name, both);
});

const SOURCES = import.meta.glob<string>(["../portal/**/*.ts", "../data/text.ts", "!../**/*.test.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});
/** Not loaded until it is clear which of them have texts: the others need a browser. */
const MODULES = import.meta.glob<Record<string, unknown>>(["../portal/**/*.ts", "../data/text.ts"]);
const TEXT_FILES = Object.keys(SOURCES).filter((path) => SOURCES[path]?.includes("localized("));

test("the portal has texts", () => {
  expect(TEXT_FILES.length).toBeGreaterThan(15);
});

test.each(TEXT_FILES)("every text of %s exists in both languages", async (path) => {
  const module = (await MODULES[path]?.()) ?? {};
  const both = Object.entries(module).filter(([, value]) => typeof value === "object" && value !== null);
  expect(both).not.toEqual([]);
  for (const [name, value] of both) expectBothLanguages(name, value as BothLanguages);
});
