import { expect, test } from "vitest";
import { availabilityText, formatDelay } from "./alarm.ts";

test.each([
  [0.04, "0.0 s"],
  [9.94, "9.9 s"],
  [59.6, "60 s"],
  [119.4, "119 s"],
  [150, "3 min"],
  [7_300, "2 h"],
])("%s seconds are %s", (seconds, expected) => {
  expect(formatDelay(seconds)).toBe(expected);
});

test("availability is never rounded up", () => {
  const alarm = { stormMinutes: 3_000, healthyStormMinutes: 2_999.9, availability: 2_999.9 / 3_000 };
  expect(availabilityText(alarm)).toBe("During storms the feed was healthy in 2,999 of 3,000 minutes (99.9%).");
  expect(availabilityText({ stormMinutes: 1.3, healthyStormMinutes: 0.9, availability: 0.686 })).toBe(
    "During storms the feed was healthy in 0.9 of 1.3 minutes (68.6%).",
  );
  expect(availabilityText({ stormMinutes: 0, healthyStormMinutes: 0, availability: null })).toBe(
    "No storm near a facility in the last 30 days.",
  );
});
