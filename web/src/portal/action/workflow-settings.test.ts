import { expect, test } from "vitest";
import { parseSettings, settingFields } from "./workflow-settings.ts";

const fields = settingFields({ Recipients: null, QuietMinutes: 10, Colour: "red", Odd: [1] });

test("a setting has a label, or its name, and its value as text", () => {
  expect(fields.map(({ field, label, value }) => [field, label, value])).toEqual([
    ["settings.Recipients", "Who gets the mail", ""],
    ["settings.QuietMinutes", "Minutes between two mails", "10"],
    ["settings.Colour", "Colour", "red"],
    ["settings.Odd", "Odd", "[1]"],
  ]);
});

test.each([
  [{}, { errors: { "settings.Recipients": "This is needed." } }],
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
