import { expect, test } from "vitest";
import type { JsonObject } from "../../data/json.ts";
import { isRelevant } from "./relevance.ts";

test.each<[string, JsonObject, boolean]>([
  ["Format", { Type: "datetime" }, true],
  ["Format", { Type: "number" }, false],
  ["Format", {}, false],
  ["Format", { Type: "number", Format: "yyyy" }, true],
  ["Format", { Type: "number", format: "" }, true],
  ["TimeZone", { Type: "string", TimeZone: null }, false],
  ["Decimal", { Type: "number" }, true],
  ["Decimal", { Type: "longitude" }, false],
  ["Hemispheres", { Type: "longitude" }, true],
  ["Hemispheres", { Type: "datetime" }, false],
  ["Hemispheres", { Type: "number", Hemispheres: { O: "W" } }, true],
  ["MapDefault", { Map: { CG: "Ground" } }, true],
  ["MapDefault", {}, false],
  ["Hemispheres", { Type: "longitude" }, true],
  ["Hemispheres", { Type: "datetime" }, false],
  ["Hemispheres", { Type: "number", Hemispheres: { O: "W" } }, true],
  ["MapDefault", { MapDefault: "" }, true],
  ["Pattern", { Type: "string" }, true],
])("%s of %j is shown: %s", (name, field, isShown) => {
  const keys = ["Fields", "A.b", name];
  const part = { keys, path: keys.join("."), name, hint: "", required: false, kind: { is: "json" } as const };
  expect(isRelevant(part, { Fields: { "A.b": field } })).toBe(isShown);
});

test("the same name elsewhere is always shown", () => {
  const part = {
    keys: ["Op", "Format"],
    path: "Op.Format",
    name: "Format",
    hint: "",
    required: false,
    kind: { is: "json" } as const,
  };
  expect(isRelevant(part, {})).toBe(true);
});
