import { expect, test } from "vitest";
import { presetsOf, usedPreset, withPreset } from "./presets.ts";

/** As in the schema of the `TextExtract` handler. */
const SCHEMA = {
  properties: { Segment: { $ref: "#/$defs/SegmentSpec", description: "How the text is cut into records." } },
  $defs: {
    SegmentSpec: {
      type: "object",
      "x-presets": {
        Paragraph: { StartPattern: String.raw`(?:\A|\n[ \t]*\n)\s*(?=\S)` },
        "HTML table row": { StartPattern: "<tr[^>]*>", ClosePattern: "</tr>" },
        "Whole message": { StartPattern: String.raw`\A` },
      },
    },
  },
};
const PRESETS = presetsOf(SCHEMA);

test("presets come from the schema, in its order", () => {
  expect(PRESETS).toEqual([
    { name: "Paragraph", start: String.raw`(?:\A|\n[ \t]*\n)\s*(?=\S)`, close: null },
    { name: "HTML table row", start: "<tr[^>]*>", close: "</tr>" },
    { name: "Whole message", start: String.raw`\A`, close: null },
  ]);
});

test("a schema without presets offers none", () => {
  expect(presetsOf({})).toEqual([]);
});

test.each(PRESETS.map((preset) => [preset.name, preset] as const))(
  "%s sets the two patterns and is recognized",
  (_, preset) => {
    const config = withPreset(
      { Op: { Action: "Extract" }, Segment: { StartPattern: "x", ClosePattern: "y", Filter: "keep" } },
      preset,
    );
    expect(usedPreset(config, PRESETS)).toBe(preset);
    expect(config).toMatchObject({ Op: { Action: "Extract" }, Segment: { Filter: "keep" } });
  },
);

test("other patterns are not a preset", () => {
  expect(usedPreset({}, PRESETS)).toBeNull();
  expect(usedPreset({ Segment: { StartPattern: "<tr[^>]*>" } }, PRESETS)).toBeNull();
});
