// What the address of the dashboard says: thresholds, facility, search, replay, wall. Pure.
import type { Parameters } from "../data/lightning.ts";
import { type Replay, SPEEDS, clamped } from "./replay.ts";
import { RULES, THRESHOLDS, USUAL, readThreshold, unusual } from "./thresholds.ts";

export const BOARD = "/portal/storm";

export interface BoardAddress {
  parameters: Parameters;
  facility: number | null;
  search: string;
  /** Null is live. */
  replay: Replay | null;
  wall: boolean;
}

export function readBoard(query: string): BoardAddress {
  const given = new URLSearchParams(query);
  const parameters = { ...USUAL };
  for (const threshold of THRESHOLDS) {
    const reading = readThreshold(threshold, given.get(RULES[threshold].key) ?? "");
    if ("value" in reading) parameters[threshold] = reading.value;
  }
  const facility = given.get("facility") ?? "";
  return {
    parameters,
    facility: /^[1-9]\d{0,15}$/.test(facility) ? Number(facility) : null,
    search: given.get("q") ?? "",
    replay: readReplay(given),
    wall: given.has("wall"),
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

export function writeBoard({ parameters, facility, search, replay, wall }: BoardAddress): string {
  const query = new URLSearchParams();
  for (const [threshold, value] of Object.entries(unusual(parameters))) query.set(RULES[threshold as keyof Parameters].key, String(value));
  if (facility !== null) query.set("facility", String(facility));
  if (search !== "") query.set("q", search);
  if (replay !== null) {
    query.set("asOf", stamp(replay.at));
    query.set("from", stamp(replay.from));
    query.set("to", stamp(replay.to));
    if (replay.speed !== SPEEDS[1]) query.set("speed", String(replay.speed));
  }
  if (wall) query.set("wall", "");
  const text = query.toString().replace(/wall=(?=&|$)/, "wall");
  return text === "" ? BOARD : `${BOARD}?${text}`;
}

export function stamp(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+Z$/, "Z");
}

function time(text: string | null): number | null {
  const at = Date.parse(text ?? "");
  return Number.isNaN(at) ? null : at;
}
