import { expect, test } from "vitest";
import { parseRole } from "./role.ts";

test.each([
  ["admin", "admin"],
  ["operator", "operator"],
  ["viewer", "viewer"],
  ["ADMIN", "viewer"],
  ["king", "viewer"],
  ["", "viewer"],
])("the role “%s” may do what a %s may", (word, role) => {
  expect(parseRole(word)).toBe(role);
});
