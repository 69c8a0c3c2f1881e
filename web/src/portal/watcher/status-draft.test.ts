import { expect, test } from "vitest";
import { toDraft, toInput, validate } from "./draft.ts";
import { STATUS_FIELDS, STATUSES, toggled } from "./status-draft.ts";

const VALID = { ...toDraft(STATUS_FIELDS, null), name: "Siren" };

test.each([
  [{}, {}],
  [{ name: " " }, { name: "Enter a name." }],
  [{ name: "x".repeat(201) }, { name: "Use at most 200 characters." }],
  [{ statuses: [] }, { statuses: "Choose at least one status." }],
  [{ facilityIds: [] }, { facilityIds: "Choose at least one facility." }],
])("%j has the errors %j", (change, errors) => {
  expect(validate(STATUS_FIELDS, { ...VALID, ...change })).toEqual(errors);
});

test("everything is sent as null", () => {
  expect(toInput(STATUS_FIELDS, { ...VALID, name: " Siren " })).toEqual({
    kind: "StatusEvent",
    name: "Siren",
    description: "",
    statuses: null,
    facilityIds: null,
    rings: false,
    resume: "Manual",
  });
  expect(toInput(STATUS_FIELDS, { ...VALID, statuses: ["Clear"], facilityIds: [3] })).toMatchObject({
    statuses: ["Clear"],
    facilityIds: [3],
  });
});

test("a value is added once and removed", () => {
  expect(toggled(STATUSES, "Clear", false)).toEqual(["Active", "Clearing", "Unknown"]);
  expect(toggled([1, 2], 2, true)).toEqual([1, 2]);
});
