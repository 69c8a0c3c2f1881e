import { expect, test } from "vitest";
import { fieldNamed, fieldNames, suggestedNames, withField, withoutEmptyFields } from "./fields.ts";

test("a field replaces the one of the same name", () => {
  const config = { Fields: { Latitude: { Pattern: "a" }, Type: { Pattern: "b" } } };
  expect(withField(config, " latitude", { Pattern: "c" })).toEqual({
    Fields: { Latitude: { Pattern: "c" }, Type: { Pattern: "b" } },
  });
  expect(fieldNamed(fieldNames(config), "TYPE ")).toBe("Type");
});

test("a new name may contain any character", () => {
  expect(withField({}, "a.b ", { Pattern: "c" })).toEqual({ Fields: { "a.b": { Pattern: "c" } } });
});

test("empty fields are left out of a preview", () => {
  expect(withoutEmptyFields({ Op: {}, Fields: {} })).toEqual({ Op: {} });
  expect(withoutEmptyFields({ fields: { A: {} } })).toEqual({ fields: { A: {} } });
});

test("the fields of a strike are suggested first, and none twice", () => {
  expect(suggestedNames(["latitude", "Peak"])).toEqual(["Name", "Timestamp", "Type", "Latitude", "Longitude", "Peak"]);
});
