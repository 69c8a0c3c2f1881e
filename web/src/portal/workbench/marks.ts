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

interface Scope {
  record: number;
  start: number;
  end: number;
}

/** Cuts the text. Where two finds overlap, the one that begins first is drawn, then the longer one. */
export function pieces(text: string, spans: readonly Span[], scopes: readonly Scope[]): Piece[] {
  const drawn = apart(spans);
  const edges = new Set([0, text.length]);
  for (const { start, end } of [...drawn, ...scopes]) edges.add(clamp(start, text)).add(clamp(end, text));
  const cuts = [...edges].sort((one, other) => one - other);
  const cut: Piece[] = [];
  for (const [index, start] of cuts.entries()) {
    const end = cuts[index + 1];
    if (end === undefined || end <= start) continue;
    const find = drawn.find((span) => span.start <= start && end <= span.end);
    const scope = scopes.find((one) => one.start <= start && end <= one.end);
    cut.push({ text: text.slice(start, end), field: find?.field ?? null, record: find?.record ?? scope?.record ?? null });
  }
  return cut;
}

/** How far each record reaches, from its first find to its last. */
export function reach(spans: readonly Span[]): Scope[] {
  const found = new Map<number, Scope>();
  for (const { record, start, end } of spans) {
    const before = found.get(record) ?? { record, start, end };
    found.set(record, { record, start: Math.min(before.start, start), end: Math.max(before.end, end) });
  }
  return [...found.values()];
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
