import { expect, test } from "vitest";
import { entryText, fieldLabel } from "./entry-text.ts";

test.each([
  [
    { action: "create", resource: "facility", resourceId: 7, before: null, after: { name: "Pool" } },
    "added facility “Pool” (number 7)",
  ],
  [
    { action: "update", resource: "user", resourceId: 2, before: { username: "a" }, after: { username: "b" } },
    "changed user “b” (number 2)",
  ],
  [
    { action: "delete", resource: "token", resourceId: 3, before: { name: "radio", username: "a" }, after: null },
    "deleted token “radio” (number 3)",
  ],
  [{ action: "import", resource: "facility", resourceId: null, before: null, after: [1] }, "imported facility"],
  [{ action: "constructor", resource: "thing" }, "constructor thing"],
])("%j is “%s”", (entry, text) => {
  expect(entryText(entry as Parameters<typeof entryText>[0])).toBe(text);
});

test.each([
  ["point.x", "x (feet)"],
  ["latLongPoint.lat", "Latitude"],
  ["secretExpiresAt", "Secret expires at"],
  ["some.deepField", "Some deep field"],
  ["toString", "To string"],
  ["", "Value"],
])("the field “%s” is “%s”", (field, label) => {
  expect(fieldLabel(field)).toBe(label);
});
