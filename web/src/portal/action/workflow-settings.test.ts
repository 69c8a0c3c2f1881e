import { expect, test } from "vitest";
import { parseSettings, settingFields } from "./workflow-settings.ts";

const fields = settingFields({ Recipients: null, QuietMinutes: 10, Color: "red", Levels: [1] });

test("a setting has a label, or its name, and its value as text", () => {
  expect(fields.map(({ field, label, value }) => [field, label, value])).toEqual([
    ["settings.Recipients", "Recipients", ""],
    ["settings.QuietMinutes", "Minimum minutes between emails", "10"],
    ["settings.Color", "Color", "red"],
    ["settings.Levels", "Levels", "[1]"],
  ]);
});

test.each([
  [{}, { errors: { "settings.Recipients": "This field is required." } }],
  [
    { Recipients: " crew@example.gov ", QuietMinutes: "5" },
    { settings: { Recipients: "crew@example.gov", QuietMinutes: 5 } },
  ],
  [{ Recipients: "crew@example.gov", QuietMinutes: "" }, { settings: { Recipients: "crew@example.gov" } }],
  [
    { Recipients: "crew@example.gov", QuietMinutes: "soon" },
    { errors: { "settings.QuietMinutes": "Enter a number." } },
  ],
])("typed settings are parsed: %j", (typed: Record<string, string>, expected) => {
  expect(parseSettings(fields, (field) => typed[field.replace("settings.", "")] ?? "")).toEqual(expected);
});
