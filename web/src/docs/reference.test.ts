import { expect, test } from "vitest";
import openApi from "../../../docs/openapi.json";
import { groupOperations, isPublic, type OpenApi, type Schema, searchOperations } from "./document.ts";
import { limitsText, typeParts } from "./type-text.ts";

const document = openApi as unknown as OpenApi;
const groups = groupOperations(document);
const METHODS = ["get", "post", "put", "patch", "delete"];

test("every operation is in exactly one group, with an anchor of its own", () => {
  const shown = groups.flatMap(({ operations }) => operations.map(({ method, path }) => `${method} ${path}`));
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter((method) => METHODS.includes(method))
      .map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(shown.toSorted()).toEqual(all.toSorted());
  const anchors = groups.flatMap(({ operations }) => operations.map(({ anchor }) => anchor));
  expect(new Set(anchors).size).toBe(anchors.length);
});

test("a search keeps what has every word", () => {
  const found = searchOperations(groups, "get PROXIMITY").flatMap(({ operations }) => operations);
  expect(found.length).toBeGreaterThan(0);
  expect(
    found.every(
      ({ method, path, summary, description }) =>
        /proximity/i.test(`${path} ${summary} ${description}`) && method === "GET",
    ),
  ).toBe(true);
  expect(searchOperations(groups, "no-such-route")).toEqual([]);
});

test.each<[Schema, string]>([
  [{ type: "string" }, "string"],
  [{ type: ["string", "null"], format: "date-time" }, "string (date-time) or null"],
  [{ type: "integer", format: "int64" }, "integer"],
  [{ type: "array", items: { $ref: "#/components/schemas/Ring" } }, "array of Ring"],
  [{ oneOf: [{ $ref: "#/components/schemas/Ring" }, { type: "null" }] }, "Ring or null"],
  [{ type: "object", additionalProperties: { type: "number" } }, "object of number"],
  [{}, "any"],
])("the type of %j is %s", (schema, text) => {
  expect(
    typeParts(schema)
      .map((part) => part.text)
      .join(""),
  ).toBe(text);
});

test("limits are in words", () => {
  expect(limitsText({ exclusiveMinimum: 0, maximum: 1440 })).toBe("above 0, at most 1,440");
  expect(limitsText({ enum: ["a", 1] })).toBe("one of `a`, `1`");
  expect(limitsText({})).toBe("");
});

test("an operation without security is public", () => {
  const find = (path: string) => groups.flatMap(({ operations }) => operations).find((one) => one.path === path);
  expect(isPublic(find("/lightning-strikes/status") ?? {})).toBe(true);
  expect(isPublic(find("/policy/{id}") ?? {})).toBe(false);
});
