import { expect, test } from "vitest";
import { cursorRange, moveCursor, type WordCursor, wordsOf } from "./word-cursor.ts";

test.each([
  ["Latitude: 34.7283 N", ["Latitude", "34.7283", "N"]],
  ["Lat:34.7, Lon:-86.5477", ["Lat", "34.7", "Lon", "-86.5477"]],
  ["1,2025-08-07 12:44:50,-86.58;x", ["1", "2025-08-07", "12:44:50", "-86.58", "x"]],
  ["2025-08-07T17:44:50Z", ["2025-08-07T17:44:50Z"]],
  ["8/7/2025 at 5.", ["8/7/2025", "at", "5"]],
  ['<td align="right">34.7290&deg;</td>', ["td", "align", "right", "34.7290", "deg", "td"]],
  ["Cloud-to-Ground O’Neil's (µs)", ["Cloud-to-Ground", "O’Neil's", "µs"]],
  ["🌩 — …", []],
])("words of %s", (text, expected) => {
  expect(wordsOf(text).map(({ start, end }) => text.slice(start, end))).toEqual(expected);
});

const TEXT = "Time,Lat,Lon\n12:44,34.71,-86.5\n\n  \n12:45,34.72,-86.6";
const WORDS = wordsOf(TEXT);

/** Presses keys one after another, such as `Shift+ArrowRight`, and returns the selected text. */
function press(...keys: string[]): string | null {
  let cursor: WordCursor | null = null;
  for (const name of keys) {
    const [key = "", shift] = name.split("+").reverse();
    cursor = moveCursor(TEXT, WORDS, cursor, { key, shiftKey: shift === "Shift" }) ?? cursor;
  }
  const range = cursor && cursorRange(WORDS, cursor);
  return range && TEXT.slice(range.start, range.end);
}

test.each([
  [["ArrowRight"], "Time"],
  [["End"], "Time"],
  [["ArrowRight", "ArrowRight"], "Lat"],
  [["ArrowRight", "ArrowLeft"], "Time"],
  [["ArrowRight", "End"], "Lon"],
  [["ArrowRight", "End", "Home"], "Time"],
  [["ArrowRight", "ArrowRight", "ArrowDown"], "12:44"],
  [["ArrowRight", "End", "ArrowDown"], "34.71"],
  [["ArrowRight", "ArrowDown", "ArrowDown"], "12:45"],
  [["ArrowRight", "ArrowDown", "ArrowDown", "ArrowDown"], "12:45"],
  [["ArrowRight", "ArrowDown", "ArrowDown", "ArrowUp", "ArrowUp", "ArrowUp"], "Time"],
  [["ArrowRight", "ArrowDown", "Shift+ArrowRight"], "12:44,34.71"],
  [["ArrowRight", "ArrowDown", "ArrowRight", "Shift+ArrowLeft"], "12:44,34.71"],
  [["ArrowRight", "ArrowDown", "Shift+ArrowRight", "Shift+ArrowLeft"], "12:44"],
  [["ArrowRight", "ArrowDown", "Shift+ArrowRight", "ArrowRight"], "-86.5"],
  [["a"], null],
] as const)("%j selects %s", (keys, expected) => {
  expect(press(...keys)).toBe(expected);
});

test("every key leads to a word of the text, from any word", () => {
  for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"]) {
    for (let focus = 0; focus < WORDS.length; focus += 1) {
      const cursor = moveCursor(TEXT, WORDS, { anchor: focus, focus }, { key, shiftKey: false });
      expect(cursor !== null && cursorRange(WORDS, cursor), `${key} from ${focus}`).toBeTruthy();
    }
  }
});

test("a cursor of a longer text stays inside the words", () => {
  expect(moveCursor(TEXT, WORDS, { anchor: 99, focus: 99 }, { key: "ArrowRight", shiftKey: true })).toEqual({
    anchor: WORDS.length - 1,
    focus: WORDS.length - 1,
  });
});

test("without words there is no cursor", () => {
  expect(moveCursor("…", [], null, { key: "ArrowRight", shiftKey: false })).toBeNull();
});

test("the first key starts where the records are", () => {
  const cursor = moveCursor(TEXT, WORDS, null, { key: "ArrowRight", shiftKey: false }, TEXT.indexOf("12:44"));
  expect(cursor).toEqual({ anchor: 3, focus: 3 });
});
