import { expect, test } from "vitest";
import { withLocalTimes } from "./local-times.ts";

test("times in a reason are the city's", () => {
  const reason =
    "the vendor's mailbox was last polled successfully at 2026-11-15T14:20:00Z; a message received at 2026-11-15T03:00:09Z failed";
  expect(withLocalTimes(reason, "America/Chicago")).toBe(
    "the vendor's mailbox was last polled successfully at Nov 15, 08:20:00; a message received at Nov 14, 21:00:09 failed",
  );
  expect(withLocalTimes("the mail provider does not report its time", undefined)).toBe(
    "the mail provider does not report its time",
  );
});
