import { expect, test } from "vitest";
import { parseRole } from "./role.ts";

test.each([
  ["admin", "admin"],
  ["operator", "operator"],
  ["viewer", "viewer"],
  ["ADMIN", "viewer"],
  ["king", "viewer"],
  ["", "viewer"],
])("the role “%s” is treated as %s", (text, role) => {
  expect(parseRole(text)).toBe(role);
});
