import { expect, test } from "vitest";
import { offsetAt, positionAt } from "./dom-offsets.ts";

interface FakeNode {
  nodeType: number;
  nodeValue: string | null;
  childNodes: FakeNode[];
}

const text = (nodeValue: string): FakeNode => ({ nodeType: 3, nodeValue, childNodes: [] });
const comment = (): FakeNode => ({ nodeType: 8, nodeValue: "lit", childNodes: [] });
const element = (...childNodes: FakeNode[]): FakeNode => ({ nodeType: 1, nodeValue: null, childNodes });

// As rendered: comments of the template between and inside the pieces.
const first = text("Lat 🌩 ");
const value = text("34.7283");
const mark = element(comment(), value);
const last = text(" N");
const span = element(last, comment());
const root = element(comment(), element(first), comment(), mark, span);
const TEXT = "Lat 🌩 34.7283 N";

test.each([
  ["in the first text", first, 4, 4],
  ["after a character of two units", first, 6, 6],
  ["at the start of a value", value, 0, 7],
  ["in a value", value, 3, 10],
  ["at the end of the text", last, 2, TEXT.length],
  ["past the end of a node", last, 99, TEXT.length],
  ["before the children of an element", mark, 0, 7],
  ["after the children of an element", mark, 2, 14],
  ["at a child of the root", root, 3, 7],
  ["after all children of the root", root, 5, TEXT.length],
] as const)("%s", (_, node, offset, expected) => {
  expect(offsetAt(root, node, offset)).toBe(expected);
});

test("a position outside of the text has no offset", () => {
  expect(offsetAt(root, text("elsewhere"), 3)).toBeNull();
  expect(offsetAt(root, element(), 0)).toBeNull();
});

test("every offset leads to a position and back", () => {
  for (let offset = 0; offset <= TEXT.length; offset += 1) {
    for (const edge of ["start", "end"] as const) {
      const found = positionAt(root, offset, edge);
      const isAfterAll = offset === TEXT.length && edge === "start";
      expect(found && offsetAt(root, found.node, found.offset), `${offset} ${edge}`).toBe(isAfterAll ? null : offset);
    }
  }
});

test("a range starts and ends in the node of its text", () => {
  expect(positionAt(root, 7, "start")).toEqual({ node: value, offset: 0 });
  expect(positionAt(root, 14, "end")).toEqual({ node: value, offset: 7 });
  expect(positionAt(root, TEXT.length + 1, "end")).toBeNull();
});
