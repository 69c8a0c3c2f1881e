// Cuts a text into pieces at the fields and records that a config found, and at what it did not read. Pure.
import type { Preview } from "../../data/preview.ts";
import type { TextRange } from "./selected-text.ts";

type Span = Preview["spans"][number];

export interface TextPiece {
  text: string;
  /** Null outside of found fields. */
  field: string | null;
  /** Null outside of all records. */
  record: number | null;
  /** A record starts here, but inside of another record: it was not read. */
  isUnread: boolean;
}

type Scope = Preview["scopes"][number];

/** What a preview says about positions in the text. */
export interface FoundRanges {
  spans: readonly Span[];
  /** In order, without overlaps. */
  scopes: readonly Scope[];
  unread: readonly TextRange[];
}

/** Of overlapping spans the first is kept, then the longer one. */
export function splitByHighlights(text: string, { spans, scopes, unread }: FoundRanges): TextPiece[] {
  const [kept, unreadStarts] = [withoutOverlaps(spans), visibleUnread(text, unread)];
  const edges = new Set([0, text.length]);
  for (const { start, end } of [...kept, ...scopes, ...unreadStarts]) {
    edges.add(clamp(start, text)).add(clamp(end, text));
  }
  const cuts = [...edges].sort((one, other) => one - other);
  const pieces: TextPiece[] = [];
  const [spanAt, scopeAt, unreadAt] = [rangeFinder(kept), rangeFinder(scopes), rangeFinder(unreadStarts)];
  for (const [index, start] of cuts.entries()) {
    const end = cuts[index + 1];
    if (end === undefined || end <= start) continue;
    const [span, scope] = [spanAt(start), scopeAt(start)];
    pieces.push({
      text: text.slice(start, end),
      field: span?.field ?? null,
      record: span?.record ?? scope?.record ?? null,
      isUnread: unreadAt(start) !== undefined,
    });
  }
  return pieces;
}

/** A start may match only white space or nothing at all. Then the rest of its line is what people recognize. */
export function visibleUnread(text: string, unread: readonly TextRange[]): TextRange[] {
  const sorted = [...unread].sort((one, other) => one.start - other.start);
  return sorted.map(({ start, end }, index) => {
    const limit = Math.max(end, sorted[index + 1]?.start ?? text.length);
    if (text.slice(start, end).trim() !== "") return { start, end: Math.min(end, limit) };
    const from = end + (/\S/.exec(text.slice(end, limit))?.index ?? 0);
    const lineEnd = text.indexOf("\n", from);
    return { start: from, end: Math.min(limit, lineEnd === -1 ? text.length : lineEnd) };
  });
}

/** Finds the range at a position. Ranges are disjoint and sorted; positions must be ascending. */
function rangeFinder<Range extends { start: number; end: number }>(
  ranges: readonly Range[],
): (position: number) => Range | undefined {
  let next = 0;
  return (position) => {
    while ((ranges[next]?.end ?? Infinity) <= position) next++;
    const range = ranges[next];
    return range !== undefined && range.start <= position ? range : undefined;
  };
}

function withoutOverlaps(spans: readonly Span[]): Span[] {
  const kept: Span[] = [];
  for (const span of [...spans].sort((one, other) => one.start - other.start || other.end - one.end)) {
    if (span.end > span.start && span.start >= (kept.at(-1)?.end ?? 0)) kept.push(span);
  }
  return kept;
}

function clamp(position: number, text: string): number {
  return Math.max(0, Math.min(position, text.length));
}

/** A color number for each field; with many fields colors repeat. */
export function fieldColors(fields: readonly string[], colors = 6): Map<string, number> {
  return new Map(fields.map((field, index) => [field, index % colors]));
}

export function formatCell(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** At most 6 decimals: 0.1 meters on the ground. More digits only come from computing. */
export function shortenDecimals(text: string): string {
  return text.replace(/(?<![\w.])-?\d+\.\d{7,}(?![\w.])/g, (number) => String(Number(Number(number).toFixed(6))));
}
