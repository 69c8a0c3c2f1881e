import { expect, test } from "vitest";
import { inRunOrder, moveByOne, moveToSlot, positionText } from "./order.ts";

type Drawn = { id: number; name: string; isPhaseOne: boolean };

/** “ab|c”: a and b in phase 1, c in phase 2. */
function parse(drawn: string): Drawn[] {
  const line = drawn.indexOf("|");
  return [...drawn.replace("|", "")].map((name, index) => ({ id: name.charCodeAt(0), name, isPhaseOne: index < line }));
}

function draw(actions: readonly { name: string; isPhaseOne: boolean }[]): string {
  const names = (first: boolean) =>
    actions
      .filter((action) => action.isPhaseOne === first)
      .map(({ name }) => name)
      .join("");
  return `${names(true)}|${names(false)}`;
}

const id = (name: string) => name.charCodeAt(0);

test.each([
  ["abc|", "b", -1, "bac|"],
  ["abc|", "b", 1, "acb|"],
  ["ab|c", "b", 1, "a|bc"],
  ["a|bc", "b", -1, "ab|c"],
  ["a|bc", "b", 1, "a|cb"],
  ["a|", "a", 1, "|a"],
  ["|a", "a", -1, "a|"],
] as const)("%s, %s by %d becomes %s", (before, name, direction, after) => {
  const moved = moveByOne(parse(before), id(name), direction);
  expect(moved === null ? null : draw(moved)).toBe(after);
});

test.each([
  ["ab|c", "a", -1],
  ["ab|c", "c", 1],
  ["ab|c", "x", 1],
] as const)("%s, %s by %d cannot move", (before, name, direction) => {
  expect(moveByOne(parse(before), id(name), direction)).toBeNull();
});

test.each([
  ["ab|cd", "a", 0, "ab|cd"],
  ["ab|cd", "a", 1, "ba|cd"],
  ["ab|cd", "a", 2, "b|acd"],
  ["ab|cd", "a", 9, "b|cda"],
  ["ab|cd", "d", 0, "dab|c"],
  ["ab|cd", "d", 2, "abd|c"],
  ["ab|cd", "d", 3, "ab|dc"],
  ["a|", "a", 1, "|a"],
] as const)("%s, %s dropped at %d becomes %s", (before, name, slot, after) => {
  expect(draw(moveToSlot(parse(before), id(name), slot))).toBe(after);
});

test("phase 1 runs first", () => {
  const [a, b, c] = parse("ab|c") as [Drawn, Drawn, Drawn];
  expect(draw(inRunOrder([c, a, b]))).toBe("ab|c");
  expect(positionText(parse("ab|c"), id("c"))).toBe("“c” is now at position 3 of 3, in phase 2.");
});
