import { expect, test } from "vitest";
import { configCheckText, emptyConfig, missingRequired, withoutEmptyGroups } from "./required.ts";
import { configFields } from "./schema.ts";

const parts = configFields({
  type: "object",
  properties: {
    Op: {
      type: "object",
      properties: {
        Action: {
          oneOf: [
            { type: "string", const: "Set" },
            { type: "string", const: "Copy" },
          ],
        },
        Limit: { type: ["integer", "null"] },
      },
      required: ["Action"],
    },
    Data: { type: "object", additionalProperties: true },
  },
  required: ["Op"],
});

test("an empty config has what is required", () => {
  expect(emptyConfig(parts)).toEqual({ Op: { Action: "Set" } });
});

test("required fields without a value are missing", () => {
  expect(missingRequired(parts, {})).toEqual(["Op.Action"]);
  expect(missingRequired(parts, { Op: { Action: "" } })).toEqual(["Op.Action"]);
  expect(missingRequired(parts, { op: { action: "Set" } })).toEqual([]);
});

test.each([
  [0, [], "No problems found."],
  [1, [], "1 problem found."],
  [2, [], "2 problems found."],
  [1, ["Name", "Op.Url"], "Required: Name, Op.Url."],
])("%d errors and missing fields %j are “%s”", (errorCount, missing, text) => {
  expect(configCheckText(errorCount, missing)).toBe(text);
});

test("an optional group that was emptied is removed, with the optional groups around it", () => {
  const schema = {
    type: "object",
    required: ["Op"],
    properties: {
      Op: { type: "object", properties: { To: { type: "string" } } },
      Quiet: {
        type: "object",
        required: ["Minutes"],
        properties: {
          Minutes: { type: "number" },
          AllClear: { type: "object", required: ["Subject"], properties: { Subject: { type: "string" } } },
        },
      },
    },
  };
  const [parts, changed] = [configFields(schema), ["Quiet", "AllClear", "Subject"]];
  const config = { Op: {}, Quiet: { AllClear: { Subject: "" } } };
  expect(withoutEmptyGroups(parts, config, changed)).toEqual({ Op: {} });
  expect(withoutEmptyGroups(parts, config, ["Op", "To"])).toEqual(config);
  const used = { Op: {}, Quiet: { Minutes: 10, AllClear: { Subject: "" } } };
  expect(withoutEmptyGroups(parts, used, changed)).toEqual({ Op: {}, Quiet: { Minutes: 10 } });
});
