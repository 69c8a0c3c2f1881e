// What a selection means: people select a little more or less than the value. Pure.

/** UTF-16 offsets. */
export interface TextRange {
  start: number;
  end: number;
}

export function isSameRange(one: TextRange | null, other: TextRange | null): boolean {
  return one?.start === other?.start && one?.end === other?.end;
}

/**
 * Without white space at the edges, and never a part of a number: a longitude without its minus sign is a strike on
 * another continent. Null if nothing is left.
 */
export function snapSelection(text: string, { start, end }: TextRange): TextRange | null {
  const selected = text.slice(start, end);
  const trimmed = selected.trim();
  if (trimmed === "") return null;
  const from = start + selected.indexOf(trimmed);
  return { start: numberStart(text, from), end: numberEnd(text, from + trimmed.length) };
}

function numberStart(text: string, start: number): number {
  if (!/\d/.test(text.charAt(start)) && !/[.,]\d/.test(text.slice(start, start + 2))) return start;
  let from = start;
  while (/\d/.test(text.charAt(from - 1)) || (/[.]/.test(text.charAt(from - 1)) && /\d/.test(text.charAt(from - 2)))) {
    from -= 1;
  }
  return from - signLength(text.slice(Math.max(0, from - MAX_SIGN), from));
}

const MAX_SIGN = 8;

/** A hyphen after a letter or digit joins words or dates, it is no sign. */
function signLength(before: string): number {
  return /(?:(?:^|[^\p{L}\p{N}])([-+\u2212])|(&minus;))$/u.exec(before)?.slice(1).find(Boolean)?.length ?? 0;
}

function numberEnd(text: string, end: number): number {
  if (!/\d/.test(text.charAt(end - 1))) return end;
  let to = end;
  while (/\d/.test(text.charAt(to)) || (text.charAt(to) === "." && /\d/.test(text.charAt(to + 1)))) to += 1;
  return to;
}

const MAX_QUOTE = 80;

/** On one line, and short. */
export function quoteOf(text: string, { start, end }: TextRange): string {
  const line = text.slice(start, end).replace(/\s+/g, " ").trim();
  return line.length > MAX_QUOTE ? `${line.slice(0, MAX_QUOTE)}…` : line;
}

/** The record that contains the whole range; null if none does. Scopes are in order and do not overlap. */
export function recordAt(
  scopes: readonly ({ record: number } & TextRange)[],
  { start, end }: TextRange,
): number | null {
  return scopes.find((scope) => scope.start <= start && end <= scope.end)?.record ?? null;
}
