// Ways to cut a message into records, for people who do not want to write a pattern. Pure.
import type { JsonObject } from "../../data/json.ts";
import { valueAt, withValue } from "../action/schema.ts";

export interface Preset {
  name: string;
  start: string;
  close: string | null;
}

export const PRESETS: readonly Preset[] = [
  { name: "Paragraph", start: String.raw`(?:\A|\n[ \t]*\n)\s*(?=\S)`, close: null },
  { name: "HTML table row", start: "<tr[^>]*>", close: "</tr>" },
  { name: "Whole message", start: String.raw`\A`, close: null },
];

/** The preset that a config uses; null when somebody has written patterns of his own. */
export function presetOf(config: JsonObject): Preset | null {
  const [start, close] = [valueAt(config, "Segment.StartPattern"), valueAt(config, "Segment.ClosePattern")];
  return PRESETS.find((one) => one.start === start && (one.close ?? undefined) === (close ?? undefined)) ?? null;
}

/** Fills the two patterns; the filter stays. */
export function withPreset(config: JsonObject, { start, close }: Preset): JsonObject {
  return withValue(withValue(config, "Segment.StartPattern", start), "Segment.ClosePattern", close ?? undefined);
}
