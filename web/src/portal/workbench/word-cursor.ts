// A cursor that moves by words, to select a value with the keyboard. Pure.
import type { TextRange } from "./selected-text.ts";

/** Indexes of words. The selection is from the start of the earlier to the end of the later word. */
export interface WordCursor {
  anchor: number;
  focus: number;
}

/**
 * A number, date or time is one word, with its sign: `-86.5477`, `8/7/2025`, `12:44:50`. Separators of cells and tags
 * are never part of a word.
 */
const WORD =
  /(?:(?<![\p{L}\p{N}])[-+\u2212](?=\p{N}))?[\p{L}\p{M}\p{N}_]+(?:(?:(?<=\p{N})[.:/](?=\p{N})|[-\u2010-\u2015'\u2019](?=[\p{L}\p{N}]))[\p{L}\p{M}\p{N}_]+)*/gu;

export function wordsOf(text: string): TextRange[] {
  return [...text.matchAll(WORD)].map(({ 0: word, index }) => ({ start: index, end: index + word.length }));
}

/** Null for keys that do not move the cursor. Without a cursor, any key leads to the word at `from` or after it. */
export function moveCursor(
  text: string,
  words: readonly TextRange[],
  cursor: WordCursor | null,
  { key, shiftKey }: { key: string; shiftKey: boolean },
  from = 0,
): WordCursor | null {
  if (words.length === 0 || !KEYS.has(key)) return null;
  if (cursor === null) {
    const first = firstFrom(words, from);
    return { anchor: first, focus: first };
  }
  const focus = moved(text, words, Math.min(cursor.focus, words.length - 1), key);
  return { anchor: shiftKey ? Math.min(cursor.anchor, words.length - 1) : focus, focus };
}

export function cursorRange(words: readonly TextRange[], { anchor, focus }: WordCursor): TextRange | null {
  const [first, last] = [words[Math.min(anchor, focus)], words[Math.max(anchor, focus)]];
  return first === undefined || last === undefined ? null : { start: first.start, end: last.end };
}

const KEYS = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"]);

function moved(text: string, words: readonly TextRange[], focus: number, key: string): number {
  const last = words.length - 1;
  if (key === "ArrowLeft") return Math.max(0, focus - 1);
  if (key === "ArrowRight") return Math.min(last, focus + 1);
  const start = words[focus]?.start ?? 0;
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  if (key === "Home") return firstFrom(words, lineStart);
  const lineEnd = endOfLine(text, start);
  if (key === "End") return lastBefore(words, lineEnd);
  return key === "ArrowDown"
    ? wordBelow(text, words, focus, start - lineStart, lineEnd)
    : wordAbove(text, words, focus, start - lineStart, lineStart);
}

/** Lines without words are skipped. At the last line the cursor stays. */
function wordBelow(text: string, words: readonly TextRange[], focus: number, column: number, lineEnd: number): number {
  const next = words[firstFrom(words, lineEnd)];
  if (next === undefined || next.start < lineEnd) return focus;
  return atColumn(text, words, text.lastIndexOf("\n", next.start - 1) + 1, column);
}

function wordAbove(
  text: string,
  words: readonly TextRange[],
  focus: number,
  column: number,
  lineStart: number,
): number {
  const before = words[lastBefore(words, lineStart)];
  if (before === undefined || before.start >= lineStart) return focus;
  return atColumn(text, words, text.lastIndexOf("\n", before.start - 1) + 1, column);
}

/** The word of a line that contains the column, or else is before it. */
function atColumn(text: string, words: readonly TextRange[], lineStart: number, column: number): number {
  const target = Math.min(lineStart + column, endOfLine(text, lineStart));
  return Math.max(firstFrom(words, lineStart), lastBefore(words, target + 1));
}

function endOfLine(text: string, position: number): number {
  const end = text.indexOf("\n", position);
  return end === -1 ? text.length : end;
}

/** The first word that starts at or after a position, else the last word. */
function firstFrom(words: readonly TextRange[], position: number): number {
  return Math.min(countBefore(words, position), words.length - 1);
}

/** The last word that starts before a position, else the first word. */
function lastBefore(words: readonly TextRange[], position: number): number {
  return Math.max(countBefore(words, position) - 1, 0);
}

/** How many words start before a position. */
function countBefore(words: readonly TextRange[], position: number): number {
  let [low, high] = [0, words.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((words[middle]?.start ?? Infinity) < position) low = middle + 1;
    else high = middle;
  }
  return low;
}
