// The ways to split a message into records that are offered in one list: the patterns of the action, what the service
// proposes for the message, and the presets in the schema of the `TextExtract` handler. Pure.
import type { Json, JsonObject } from "../../data/json.ts";
import type { LayoutProposal } from "../../data/suggest.ts";
import { isObject, resolveSchema, type Schema, valueAt, withValue } from "../action/schema.ts";

/** The text that the service searches if `Op.Source` is missing. */
const READABLE_TEXT = "$.BodyText";

export interface Segmentation {
  source: string;
  start: string;
  close: string | null;
  filter: string | null;
  /** The line with the names of the columns. A message without it fails. */
  header: string | null;
}

export interface LayoutChoice extends Segmentation {
  name: string;
  /** Null if the message was not searched with it. */
  count: number | null;
  /** The first record. */
  sample: string | null;
}

export function presetChoices(schema: Schema): LayoutChoice[] {
  const segment = isObject(schema.properties) ? resolveSchema(schema.properties.Segment, schema) : null;
  const presets = segment?.["x-presets"];
  if (!isObject(presets)) return [];
  return Object.entries(presets).flatMap(([name, patterns]) => {
    const start = textAt(patterns, "StartPattern");
    if (start === null) return [];
    const source = textAt(patterns, "Source") ?? READABLE_TEXT;
    return [{ name, source, start, ...restOfSegment(patterns), count: null, sample: null }];
  });
}

export function proposalChoices(proposals: readonly LayoutProposal[]): LayoutChoice[] {
  return proposals.map(({ name, source, segment, count, samples }) => ({
    name,
    source,
    start: textAt(segment, "StartPattern") ?? "",
    ...restOfSegment(segment),
    count,
    sample: samples[0] ?? null,
  }));
}

/** Null for a config without a start pattern. */
export function segmentationOf(config: JsonObject): Segmentation | null {
  const start = textAt(config, "Segment.StartPattern");
  if (start === null || start === "") return null;
  return {
    source: textAt(config, "Op.Source") ?? READABLE_TEXT,
    start,
    ...restOfSegment(valueAt(config, "Segment") ?? null),
  };
}

function restOfSegment(segment: Json): Pick<Segmentation, "close" | "filter" | "header"> {
  return {
    close: textAt(segment, "ClosePattern"),
    filter: textAt(segment, "Filter"),
    header: textAt(segment, "Header"),
  };
}

export function isSameSegmentation(one: Segmentation | null, other: Segmentation | null): boolean {
  if (one === null || other === null) return one === other;
  return (["source", "start", "close", "filter", "header"] as const).every((key) => one[key] === other[key]);
}

/** Fields and ignored text stay. The header is that of the choice: another one would fail messages that the choice reads. */
export function withSegmentation(config: JsonObject, choice: Segmentation): JsonObject {
  const { source, start, close, filter, header } = choice;
  const ignore = textAt(config, "Segment.Ignore");
  const segment = {
    StartPattern: start,
    ...(close === null ? {} : { ClosePattern: close }),
    ...(filter === null ? {} : { Filter: filter }),
    ...(ignore === null ? {} : { Ignore: ignore }),
    ...(header === null ? {} : { Header: header }),
  };
  return withValue(withValue(config, "Op.Source", source), "Segment", segment);
}

const SHOWN_PROPOSALS = 3;

/** The best proposals, and below them all others with the presets that were not proposed. */
export function splitChoices(
  proposed: readonly LayoutChoice[],
  presets: readonly LayoutChoice[],
): { shown: LayoutChoice[]; more: LayoutChoice[] } {
  const others = presets.filter((preset) => !proposed.some((choice) => isSameSegmentation(preset, choice)));
  return { shown: proposed.slice(0, SHOWN_PROPOSALS), more: [...proposed.slice(SHOWN_PROPOSALS), ...others] };
}

/** The text that a preview of `config` searches is HTML source, but a real message would be searched without tags. */
export function searchesTagsAsText(config: JsonObject, text: string): boolean {
  const source = textAt(config, "Op.Source") ?? READABLE_TEXT;
  return source === READABLE_TEXT && /<(?:html|body|table|tr|td|div|p|br|span)\b[^>]*>/i.test(text);
}

/** Everything of a ready format, with its strictness; the target of the action stays. */
export function withReadyLayout(config: JsonObject, ready: JsonObject): JsonObject {
  let next = config;
  for (const path of ["Op.Source", "Op.Strict", "Segment", "Fields"])
    next = withValue(next, path, valueAt(ready, path));
  return next;
}

function textAt(value: Json, path: string): string | null {
  const found = valueAt(value, path);
  return typeof found === "string" ? found : null;
}
