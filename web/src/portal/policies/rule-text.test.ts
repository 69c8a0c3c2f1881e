import { expect, test } from "vitest";
import type { Policy } from "../../data/policy.ts";
import { effectRows, ringText, ruleText } from "./rule-text.ts";

const policy: Policy = {
  id: 2,
  name: "Golf",
  radiusMiles: 8,
  dangerMinutes: 30,
  allClearMinutes: 45,
  historyHours: 8,
  rings: [
    { name: "Watch", radiusMiles: 15, clearMinutes: 30 },
    { name: "Far", radiusMiles: 30, clearMinutes: 1 },
  ],
};

test("a rule is a sentence with its units", () => {
  expect(ruleText(policy)).toBe(
    "Active: lightning within 8 miles in the last 30 minutes. Clear 45 minutes after the last strike.",
  );
  expect(ruleText({ ...policy, radiusMiles: 1, allClearMinutes: 10 })).toBe(
    "Active: lightning within 1 mile in the last 30 minutes. Clear 30 minutes after the last strike.",
  );
});

test("rings are listed with their clocks", () => {
  expect(ringText(policy)).toBe(
    "Outer rings: Watch: 15 miles, clear after 30 minutes; Far: 30 miles, clear after 1 minute.",
  );
  expect(ringText({ ...policy, rings: [] })).toBe("No outer rings.");
});

test("the effect compares before and after", () => {
  const before = { activeMinutes: 40.2, closures: 2, earliestWarningAt: null };
  const after = { activeMinutes: 60, closures: 1, earliestWarningAt: "2026-05-01T10:00:00Z" };
  expect(effectRows({ before, after }, (at) => at.slice(11, 16))).toEqual([
    { label: "Minutes Active", before: "40", after: "60" },
    { label: "Closures", before: "2", after: "1" },
    { label: "Earliest warning", before: "none", after: "10:00" },
  ]);
});
