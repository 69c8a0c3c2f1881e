// What the address of the dashboard says: thresholds, facility, search, replay, wall. Pure.
import type { Parameters } from "../data/lightning.ts";
import { chooseLanguage, type Language } from "../words/language.ts";
import { clamped, type Replay, SPEEDS } from "./replay.ts";
import { thresholdsIn, USUAL, writeThresholds } from "./thresholds.ts";

export const BOARD = "/portal/storm";

export interface BoardAddress {
  parameters: Parameters;
  facility: number | null;
  search: string;
  /** Null is live. */
  replay: Replay | null;
  wall: boolean;
  /** Null: as it was chosen before, or as the browser wishes. */
  language: Language | null;
}

export function readBoard(query: string): BoardAddress {
  const given = new URLSearchParams(query);
  return {
    parameters: thresholdsIn(given),
    facility: facilityIn(given),
    search: given.get("q") ?? "",
    replay: readReplay(given),
    wall: given.has("wall"),
    language: languageIn(given),
  };
}

function readReplay(given: URLSearchParams): Replay | null {
  const at = time(given.get("asOf"));
  if (at === null) return null;
  const to = time(given.get("to")) ?? at;
  const from = time(given.get("from")) ?? to - USUAL.historyHours * 3_600_000;
  const speed = Number(given.get("speed"));
  return clamped({ at, from, to, speed: SPEEDS.find((one) => one === speed) ?? SPEEDS[1] });
}

export function writeBoard({ parameters, facility, search, replay, wall, language }: BoardAddress): string {
  const query = new URLSearchParams();
  writeThresholds(parameters, query);
  if (facility !== null) query.set("facility", String(facility));
  if (search !== "") query.set("q", search);
  if (replay !== null) {
    query.set("asOf", stamp(replay.at));
    query.set("from", stamp(replay.from));
    query.set("to", stamp(replay.to));
    if (replay.speed !== SPEEDS[1]) query.set("speed", String(replay.speed));
  }
  if (language !== null) query.set("lang", language);
  if (wall) query.set("wall", "");
  const text = query.toString().replace(/wall=(?=&|$)/, "wall");
  return text === "" ? BOARD : `${BOARD}?${text}`;
}

export function facilityIn(given: URLSearchParams): number | null {
  const id = given.get("facility") ?? "";
  return /^[1-9]\d{0,15}$/.test(id) ? Number(id) : null;
}

export function languageIn(given: URLSearchParams): Language | null {
  const wish = given.get("lang");
  return wish === null ? null : chooseLanguage([wish]);
}

export function stamp(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+Z$/, "Z");
}

export function time(text: string | null): number | null {
  const at = Date.parse(text ?? "");
  return Number.isNaN(at) ? null : at;
}
