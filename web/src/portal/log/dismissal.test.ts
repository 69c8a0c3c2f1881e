import { expect, test } from "vitest";
import type { Step } from "../../data/log.ts";
import { mayBeDismissed } from "./dismissal.ts";

const SQL = [{ actionType: "Sql" } as Step];

test.each([
  ["Failed", null, [], true],
  ["Processing", null, [], true],
  ["Success", null, SQL, true],
  ["Success", null, [], false],
  ["Skipped", null, [], false],
  ["Detected", null, [], false],
  ["Failed", "2026-05-01T12:00:00Z", SQL, false],
] as const)("%s, dismissed %s: %s", (status, dismissedAt, steps, expected) => {
  expect(mayBeDismissed({ status, dismissedAt, steps: [...steps] })).toBe(expected);
});
