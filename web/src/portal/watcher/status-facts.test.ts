import type { TemplateResult } from "lit";
import { expect, test, vi } from "vitest";
import type { Watcher } from "../../data/watcher.ts";
import { statusFacts } from "./status-facts.ts";

// Lit would print that it runs in its development mode.
vi.hoisted(() => {
  (globalThis as { litIssuedWarnings?: Set<string> }).litIssuedWarnings = new Set(["dev-mode"]);
});

/** The HTML of a template, roughly: parts without a value are left out. */
function render(part: unknown): string {
  if (Array.isArray(part)) return part.map(render).join("");
  if (typeof part !== "object" || part === null) return typeof part === "symbol" ? "" : String(part);
  const { strings, values } = part as TemplateResult;
  return strings.map((text, index) => text + (index < values.length ? render(values[index]) : "")).join("");
}

const watcher = {
  mode: "Subscription",
  isEnabled: true,
  folderId: "folder-id",
  graphSubscriptionId: "subscription-id",
  subscriptionExpiresAt: "2000-01-01T00:00:00Z",
  lastRenewedAt: "2026-05-01T11:00:00Z",
  lastNotificationAt: "2026-05-01T11:30:00Z",
  lastSubscriptionError: "the provider rejected the subscription",
  lastMessageReceived: "2026-05-01T11:45:00Z",
  lastMessageStatus: "Failed",
  loops: [],
} as unknown as Watcher;

test("the operational fields of a watcher are shown and cannot be edited", () => {
  const shown = render(statusFacts(watcher, ""));
  for (const [label, value] of [
    ["Last message", "2026-05-01T11:45:00Z"],
    ["Last result", "Failed"],
    ["Subscription", "expired"],
    ["Last renewal", "2026-05-01T11:00:00Z"],
    ["Last notification", "2026-05-01T11:30:00Z"],
    ["Subscription error", "the provider rejected the subscription"],
    ["Folder", "folder-id"],
    ["Subscription", "subscription-id"],
  ] as const) {
    expect(shown.slice(shown.indexOf(label))).toContain(value);
  }
  expect(shown).not.toMatch(/<(input|select|textarea|button)/);
});

test("a watcher of files has no subscription", () => {
  const shown = render(statusFacts({ ...watcher, kind: "File" }, ""));
  expect(shown).toMatch(/Last file<.*?2026-05-01T11:45:00Z/s);
  expect(shown).toMatch(/Last scan<.*?never/s);
  expect(shown).not.toContain("Subscription");
});

test("fields without a value say so, and an error is not repeated", () => {
  const fields = {
    lastRenewedAt: null,
    lastNotificationAt: null,
    graphSubscriptionId: null,
    lastMessageReceived: null,
  };
  const shown = render(statusFacts({ ...watcher, ...fields }, "The provider rejected the subscription."));
  expect(shown).toMatch(/Last renewal<.*?never/s);
  expect(shown).toMatch(/Last notification<.*?none yet/s);
  expect(shown).not.toContain("Subscription error");
});
