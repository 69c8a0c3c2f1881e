import { expect, test } from "vitest";
import { credentialStatus } from "./status.ts";

const NOW = new Date("2026-05-01T12:00:00Z");

test.each([
  [{ status: "Valid", secretExpiresAt: null }, "No problem known", "When its secret ends is not known."],
  [{ status: "Valid", secretExpiresAt: "2026-08-01T12:00:00Z" }, "No problem known", "Its secret ends in 92 days."],
  [
    { status: "Valid", secretExpiresAt: "2026-05-31T12:00:00Z" },
    "Ends soon",
    "Its secret ends in 30 days. Have a new one made and store it here.",
  ],
  [
    { status: "Expiring", secretExpiresAt: "2026-05-01T18:00:00Z" },
    "Ends soon",
    "Its secret ends today. Have a new one made and store it here.",
  ],
  [
    { status: "Expiring", secretExpiresAt: "2026-04-30T12:00:00Z" },
    "Expired",
    "Its secret has ended. Have a new one made and store it here.",
  ],
  [
    { status: "Failing", statusReason: "the secret is wrong", secretExpiresAt: "2026-08-01T12:00:00Z" },
    "Refused",
    "The secret is wrong.",
  ],
])("%j is “%s”: %s", (credential, title, text) => {
  expect(credentialStatus(credential, NOW)).toMatchObject({ title, text });
});
