// The URL of the dashboard: thresholds, facility, search, replay, wall display. Pure.
import { DEFAULT_PARAMETERS } from "../data/lightning.ts";
import { DISPLAY_STATUSES, type DisplayStatus } from "../status/status.ts";
import { chooseLanguage, type Language } from "../status-text/language.ts";
import { clampReplay, type Replay, SPEEDS } from "./replay.ts";
import { parseIds } from "./table/my-facilities.ts";
import { SORTS, type Sort } from "./table/table-row.ts";
import { type ChangedThresholds, thresholdsFromQuery, writeThresholds } from "./thresholds.ts";

export const BOARD_PATH = "/portal/storm";
const HOUR_MS = 3_600_000;

export interface BoardAddress {
  changed: ChangedThresholds;
  /** The id of the selected facility. */
  facility: number | null;
  search: string;
  /** Those that the table shows; all if empty. */
  statuses: DisplayStatus[];
  /** The ids of “my facilities”, if the table shows only them. */
  mine: number[] | null;
  sort: Sort;
  /** Null is live. */
  replay: Replay | null;
  isWall: boolean;
  /** Null: the saved one, or the browser's. */
  language: Language | null;
}

/** A replay cannot show what is after `now`. */
export function readBoardAddress(search: string, now = Date.now()): BoardAddress {
  const query = new URLSearchParams(search);
  return {
    changed: thresholdsFromQuery(query),
    facility: facilityFromQuery(query),
    search: query.get("q") ?? "",
    statuses: statusesFromQuery(query),
    mine: parseIds(query.get("mine")),
    sort: SORTS.find((sort) => sort === query.get("sort")) ?? SORTS[0],
    replay: replayFromQuery(query, now),
    isWall: query.has("wall"),
    language: languageFromQuery(query),
  };
}

/** In the order of the buttons. */
function statusesFromQuery(query: URLSearchParams): DisplayStatus[] {
  const given = (query.get("status") ?? "").split(",");
  return DISPLAY_STATUSES.filter((status) => given.includes(status));
}

function replayFromQuery(query: URLSearchParams, now: number): Replay | null {
  const at = parseTime(query.get("asOf"));
  if (at === null) return null;
  const to = Math.min(parseTime(query.get("to")) ?? at, now);
  const from = parseTime(query.get("from")) ?? to - DEFAULT_PARAMETERS.historyHours * HOUR_MS;
  const speed = Number(query.get("speed"));
  return clampReplay({
    at: Math.min(at, now),
    from: Math.min(from, now),
    to,
    speed: SPEEDS.find((one) => one === speed) ?? SPEEDS[1],
  });
}

export function writeBoardAddress(address: BoardAddress): string {
  const { changed, facility, search, statuses, mine, sort, replay, isWall, language } = address;
  const query = new URLSearchParams();
  writeThresholds(changed, query);
  if (facility !== null) query.set("facility", String(facility));
  if (search !== "") query.set("q", search);
  if (statuses.length > 0) query.set("status", statuses.join(","));
  if (mine !== null) query.set("mine", mine.join(","));
  if (sort !== SORTS[0]) query.set("sort", sort);
  if (replay !== null) {
    query.set("asOf", formatUtc(replay.at));
    query.set("from", formatUtc(replay.from));
    query.set("to", formatUtc(replay.to));
    if (replay.speed !== SPEEDS[1]) query.set("speed", String(replay.speed));
  }
  if (language !== null) query.set("lang", language);
  if (isWall) query.set("wall", "");
  // Commas are legible and need no escaping.
  const text = query
    .toString()
    .replaceAll("%2C", ",")
    .replace(/wall=(?=&|$)/, "wall");
  return text === "" ? BOARD_PATH : `${BOARD_PATH}?${text}`;
}

export function facilityFromQuery(query: URLSearchParams): number | null {
  const id = query.get("facility") ?? "";
  return /^[1-9]\d{0,15}$/.test(id) ? Number(id) : null;
}

export function languageFromQuery(query: URLSearchParams): Language | null {
  const language = query.get("lang");
  return language === null ? null : chooseLanguage([language]);
}

/** Without fractions of a second. */
export function formatUtc(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+Z$/, "Z");
}

export function parseTime(text: string | null): number | null {
  const at = Date.parse(text ?? "");
  return Number.isNaN(at) ? null : at;
}
