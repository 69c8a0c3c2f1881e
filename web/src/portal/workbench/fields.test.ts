import { expect, test } from "vitest";
import { fieldNamed, fieldNames, markedConfig, suggestedNames, withField, withoutEmptyFields } from "./fields.ts";

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

test("only the field that is marked again is sent", () => {
  const current = { Op: {}, Fields: { Latitude: { Pattern: "(", Type: "number" }, Type: { Pattern: "b" } } };
  expect(markedConfig({ Op: {}, Fields: { A: {} } }, current, "Latitude")).toEqual({
    Op: {},
    Fields: { Latitude: { Pattern: "(", Type: "number" } },
  });
  expect(markedConfig({ Op: {}, Fields: { A: {} } }, current, "Peak")).toEqual({ Op: {} });
});

test("empty fields are left out of a preview", () => {
  expect(withoutEmptyFields({ Op: {}, Fields: {} })).toEqual({ Op: {} });
  expect(withoutEmptyFields({ fields: { A: {} } })).toEqual({ fields: { A: {} } });
});

test("the fields of a strike are suggested first, and none twice", () => {
  expect(suggestedNames(["latitude", "Peak"])).toEqual(["Name", "Timestamp", "Type", "Latitude", "Longitude", "Peak"]);
});
