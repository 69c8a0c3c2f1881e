// Presets for cutting a message into records, for users who do not write patterns. The service offers them in the
// schema of the `TextExtract` handler. Pure.
import type { JsonObject } from "../../data/json.ts";
import { isObject, resolveSchema, type Schema, valueAt, withValue } from "../action/schema.ts";

export interface Preset {
  name: string;
  start: string;
  close: string | null;
}

export function presetsOf(schema: Schema): Preset[] {
  const segment = isObject(schema.properties) ? resolveSchema(schema.properties.Segment, schema) : null;
  const presets = segment?.["x-presets"];
  if (!isObject(presets)) return [];
  return Object.entries(presets).flatMap(([name, patterns]) => {
    const [start, close] = [valueAt(patterns, "StartPattern"), valueAt(patterns, "ClosePattern")];
    return typeof start === "string" ? [{ name, start, close: typeof close === "string" ? close : null }] : [];
  });
}

/** Null when the config has other patterns. */
export function usedPreset(config: JsonObject, presets: readonly Preset[]): Preset | null {
  const [start, close] = [valueAt(config, "Segment.StartPattern"), valueAt(config, "Segment.ClosePattern")];
  return presets.find((preset) => preset.start === start && preset.close === (close ?? null)) ?? null;
}

/** Sets the two patterns; the filter stays. */
export function withPreset(config: JsonObject, { start, close }: Preset): JsonObject {
  return withValue(withValue(config, "Segment.StartPattern", start), "Segment.ClosePattern", close ?? undefined);
}
