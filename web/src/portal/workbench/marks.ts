// A text with the places that a config has found in it, cut into pieces that can be drawn. Pure.
import type { Preview } from "../../data/preview.ts";

type Span = Preview["spans"][number];

export interface Piece {
  text: string;
  /** What was found here; null between two finds. */
  field: string | null;
  /** The record that it lies in; null outside of all. */
  record: number | null;
}

type Scope = Preview["scopes"][number];

/** Cuts the text, whose scopes lie apart and in order. Where two finds overlap, the one that begins first is drawn, then the
 *  longer one. */
export function pieces(text: string, spans: readonly Span[], scopes: readonly Scope[]): Piece[] {
  const drawn = apart(spans);
  const edges = new Set([0, text.length]);
  for (const { start, end } of [...drawn, ...scopes]) edges.add(clamp(start, text)).add(clamp(end, text));
  const cuts = [...edges].sort((one, other) => one - other);
  const cut: Piece[] = [];
  const [findAt, scopeAt] = [walker(drawn), walker(scopes)];
  for (const [index, start] of cuts.entries()) {
    const end = cuts[index + 1];
    if (end === undefined || end <= start) continue;
    const [find, scope] = [findAt(start), scopeAt(start)];
    cut.push({
      text: text.slice(start, end),
      field: find?.field ?? null,
      record: find?.record ?? scope?.record ?? null,
    });
  }
  return cut;
}

/** Which of several places, apart and in order, holds a spot; to be asked for spots in their order. */
function walker<Place extends { start: number; end: number }>(
  places: readonly Place[],
): (spot: number) => Place | undefined {
  let next = 0;
  return (spot) => {
    while ((places[next]?.end ?? Infinity) <= spot) next++;
    const place = places[next];
    return place !== undefined && place.start <= spot ? place : undefined;
  };
}

function apart(spans: readonly Span[]): Span[] {
  const kept: Span[] = [];
  for (const span of [...spans].sort((one, other) => one.start - other.start || other.end - one.end)) {
    if (span.end > span.start && span.start >= (kept.at(-1)?.end ?? 0)) kept.push(span);
  }
  return kept;
}

function clamp(place: number, text: string): number {
  return Math.max(0, Math.min(place, text.length));
}

/** A colour for each field: the same one wherever it stands. */
export function fieldNumbers(fields: readonly string[], most = 6): Map<string, number> {
  return new Map(fields.map((field, index) => [field, index % most]));
}

export function cellWords(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
