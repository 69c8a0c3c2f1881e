import { expect, test } from "vitest";
import { fieldLabel } from "./field-label.ts";

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
