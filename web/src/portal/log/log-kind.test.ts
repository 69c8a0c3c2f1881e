import { expect, test } from "vitest";
import type { Kind } from "../watcher/kind.ts";
import { logKind, logTitle } from "./log-kind.ts";

test.each([
  [{ fileName: "a.csv" }, { kind: "File" as Kind }, "File"],
  [{ fileName: null }, { kind: "StatusEvent" as Kind }, "StatusEvent"],
  [{ fileName: "a.csv" }, null, "File"],
  [{}, null, "Mailbox"],
])("%j of %j is about a %s", (log, watcher, kind) => {
  expect(logKind(log, watcher)).toBe(kind);
});

test.each([
  [{ fileName: "a.csv", subject: null }, "a.csv"],
  [{ fileName: null, subject: "Strike" }, "Strike"],
  [{}, "(not fetched yet)"],
])("%j is shown as “%s”", (log, title) => {
  expect(logTitle(log)).toBe(title);
});
