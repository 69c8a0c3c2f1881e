import { expect, test } from "vitest";
import { askedFor, readSettings } from "./ready.ts";

const asked = askedFor({ Recipients: null, QuietMinutes: 10, Colour: "red", Odd: [1] });

test("a setting has words of its own, or its name, and its value as text", () => {
  expect(asked.map(({ field, label, value }) => [field, label, value])).toEqual([
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
])("what was typed is read: %j", (typed: Record<string, string>, expected) => {
  expect(readSettings(asked, (field) => typed[field.replace("settings.", "")] ?? "")).toEqual(expected);
});
