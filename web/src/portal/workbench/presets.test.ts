import { expect, test } from "vitest";
import { PRESETS, presetOf, withPreset } from "./presets.ts";

test.each(PRESETS.map((preset) => [preset.name, preset] as const))(
  "%s fills the two patterns and is known again",
  (_, preset) => {
    const config = withPreset(
      { Op: { Action: "Extract" }, Segment: { StartPattern: "x", ClosePattern: "y", Filter: "keep" } },
      preset,
    );
    expect(presetOf(config)).toBe(preset);
    expect(config).toMatchObject({ Op: { Action: "Extract" }, Segment: { Filter: "keep" } });
  },
);

test("patterns of one's own are no preset", () => {
  expect(presetOf({})).toBeNull();
  expect(presetOf({ Segment: { StartPattern: "<tr[^>]*>" } })).toBeNull();
});
