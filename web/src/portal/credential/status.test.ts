import { expect, test } from "vitest";
import { credentialStatus } from "./status.ts";

const NOW = new Date("2026-05-01T12:00:00Z");

test.each([
  [{ status: "Valid", secretExpiresAt: null }, "No known problems", "The secret's expiration date is not set."],
  [{ status: "Valid", secretExpiresAt: "2026-08-01T12:00:00Z" }, "No known problems", "The secret expires in 92 days."],
  [
    { status: "Valid", secretExpiresAt: "2026-05-31T12:00:00Z" },
    "Expires soon",
    "The secret expires in 30 days. Create a new secret at the provider and enter it here.",
  ],
  [
    { status: "Expiring", secretExpiresAt: "2026-05-01T18:00:00Z" },
    "Expires soon",
    "The secret expires today. Create a new secret at the provider and enter it here.",
  ],
  [
    { status: "Expiring", secretExpiresAt: "2026-04-30T12:00:00Z" },
    "Expired",
    "The secret has expired. Create a new secret at the provider and enter it here.",
  ],
  [
    { status: "Valid", secretExpiresAt: "2026-08-01T12:00:00Z", certificateThumbprint: "3086F6" },
    "No known problems",
    "The certificate expires in 92 days.",
  ],
  [
    { status: "Expiring", secretExpiresAt: "2026-05-11T12:00:00Z", certificateThumbprint: "3086F6" },
    "Expires soon",
    "The certificate expires in 10 days. Create a new certificate, upload it at the provider and enter it here.",
  ],
  [
    { status: "Failing", statusReason: "the secret is wrong", secretExpiresAt: "2026-08-01T12:00:00Z" },
    "Rejected",
    "The secret is wrong.",
  ],
  [
    { status: "Failing", statusReason: "no secret is stored", secretExpiresAt: null, hasSecret: false },
    "Secret missing",
    "The secret is not stored: the credential came without it in a configuration file, or was removed with a lost key. Enter it.",
  ],
])("%j is “%s”: %s", (credential, title, text) => {
  expect(credentialStatus({ hasSecret: true, ...credential }, NOW)).toMatchObject({ title, text });
});
