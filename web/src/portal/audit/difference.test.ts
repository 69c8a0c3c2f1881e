import { expect, test } from "vitest";
import { listChanges } from "./difference.ts";

test.each([
  ["nothing changed", { a: 1, b: { c: "x" } }, { b: { c: "x" }, a: 1 }, []],
  ["created", null, { name: "Pool" }, [{ field: "name", after: "Pool" }]],
  ["deleted", { name: "Pool" }, null, [{ field: "name", before: "Pool" }]],
  ["one field", { name: "Pool", x: 1 }, { name: "Park", x: 1 }, [{ field: "name", before: "Pool", after: "Park" }]],
  ["deep", { point: { x: 1, y: 2 } }, { point: { x: 1, y: 3 } }, [{ field: "point.y", before: "2", after: "3" }]],
  [
    "a point is removed",
    { point: { x: 1, y: 2 } },
    { point: null },
    [
      { field: "point.x", before: "1" },
      { field: "point.y", before: "2" },
    ],
  ],
  ["an empty text is shown", { name: "" }, { name: null }, [{ field: "name", before: "(empty)" }]],
  ["yes and no", { on: true }, { on: false }, [{ field: "on", before: "yes", after: "no" }]],
  ["lists are one value", { tags: [1, 2] }, { tags: [2] }, [{ field: "tags", before: "[1,2]", after: "[2]" }]],
  ["not an object", 1, "two", [{ field: "", before: "1", after: "two" }]],
  ["nothing to nothing", null, undefined, []],
])("%s", (_, before, after, changes) => {
  expect(listChanges(before, after)).toEqual(changes);
});
