import { describe, expect, test } from "vitest";
import type { LogDetail } from "../../data/log.ts";
import type { Kind } from "../watcher/kind.ts";
import { buildTimeline, summaryText } from "./timeline.ts";

const AT = "2026-05-01T12:00:00Z";
const LOG: LogDetail = {
  id: 1,
  mailboxWatcherJobId: 1,
  workflowRunId: "r",
  messageKey: "k",
  internetMessageId: null,
  subject: "Strike",
  fromAddress: "vendor@example.com",
  receivedAt: AT,
  detectedAt: "2026-05-01T12:00:02Z",
  processedAt: "2026-05-01T12:00:03.5Z",
  status: "Success",
  errorMessage: null,
  triggerEvent: "Notification",
  phaseTwoStatus: "None",
  isTest: false,
  notifiedAt: AT,
  steps: [step(1, "Success"), step(1, "Success")],
  runs: [{ id: "r", status: "Success", startedAt: "2026-05-01T12:00:02.5Z", finishedAt: null }],
};
const MOVES = { moveOnProcess: true, isEnabled: true, kind: "Mailbox" as Kind };

function step(phase: number, status: string, error: string | null = null) {
  return {
    order: 1,
    name: "Read",
    actionType: "TextExtract",
    phase,
    status,
    startedAt: AT,
    finishedAt: AT,
    input: null,
    result: null,
    error,
  };
}

const entries = (change: Partial<LogDetail>, watcher: typeof MOVES | null = MOVES) =>
  buildTimeline({ ...LOG, ...change }, watcher);

describe("the timeline of a message", () => {
  test("a processed message", () => {
    expect(entries({}).map(({ title, text }) => `${title}: ${text}`)).toEqual([
      "Received: The mailbox received the message from vendor@example.com.",
      "Detected and claimed: Detected by a push notification 2 seconds after it was received. Claimed, so that it is processed only once.",
      "Phase 1: 2 of 2 actions completed.",
      "Filed: Moved to Processed and marked as read.",
    ]);
  });

  test("a message processed again on request", () => {
    expect(entries({ triggerEvent: "Manual" })[1]?.text).toBe(
      "A user requested to process it again. It was first detected 2 seconds after it was received.",
    );
  });

  test("a message that only gets a category", () => {
    expect(entries({}, { ...MOVES, moveOnProcess: false }).at(-1)?.text).toBe(
      "Left in the folder with the category Processed.",
    );
  });

  test("a message of a watcher in test mode is not filed", () => {
    expect(entries({ isTest: true }).at(-1)).toMatchObject({ tone: "idle", title: "Left in the folder" });
  });

  test("a failed message names its step", () => {
    const steps = [step(1, "Failed", "record 0: no match"), step(2, "Skipped")];
    const failed = entries({ status: "Failed", steps, errorMessage: "record 0: no match" });
    expect(failed[2]).toMatchObject({ tone: "bad", text: "“Read” failed: record 0: no match" });
    expect(failed.at(-1)).toMatchObject({
      title: "Filed as failed",
      text: "Moved to Failed and marked as read.",
    });
  });

  test("a message missing at the provider fails without steps", () => {
    expect(entries({ status: "Failed", steps: [], runs: [], errorMessage: "not found" })[2]).toMatchObject({
      title: "Failed",
      text: "not found",
    });
  });

  test("a file whose content is gone was not moved", () => {
    const errorMessage =
      "the file in Failed has other content; not filed: the content that was detected is in none of the folders";
    expect(entries({ status: "Failed", steps: [], errorMessage }).map(({ title }) => title)).not.toContain(
      "Filed as failed",
    );
  });

  test("a message that was never fetched was not filed", () => {
    const failed = entries({
      status: "Failed",
      steps: [],
      runs: [],
      errorMessage: "not found",
      receivedAt: null,
      triggerEvent: "Manual",
    });
    expect(failed.map(({ title, text }) => [title, text])).toEqual([
      ["Detected and claimed", "A user requested to process it."],
      ["Failed", "not found"],
    ]);
  });

  test("a queued message says why", () => {
    expect(entries({ status: "Detected", steps: [] }).at(-1)?.text).toBe("The message is queued or being fetched.");
    expect(entries({ status: "Detected", steps: [] }, { ...MOVES, isEnabled: false }).at(-1)?.text).toBe(
      "The watcher is disabled.",
    );
  });

  test("a processed file", () => {
    const file = { fileName: "a.csv", fromAddress: null, triggerEvent: "Reconciliation" };
    expect(entries(file, { ...MOVES, kind: "File" }).map(({ title, text }) => `${title}: ${text}`)).toEqual([
      "Arrived: The file arrived in the folder.",
      "Detected and claimed: Detected by a scan of the folder 2 seconds after it arrived. Claimed, so that it is processed only once.",
      "Phase 1: 2 of 2 actions completed.",
      "Filed: Moved to Processed.",
    ]);
    expect(entries(file, { ...MOVES, kind: "File", moveOnProcess: false }).at(-1)?.text).toBe("Left in the folder.");
    expect(entries(file, null).at(-1)?.text).toBe("Moved, or left in the folder.");
  });

  test("a status change is not filed", () => {
    const titles = entries({ triggerEvent: "Reconciliation" }, { ...MOVES, kind: "StatusEvent" }).map(
      ({ title }) => title,
    );
    expect(titles).toEqual(["Changed", "Detected and claimed", "Phase 1"]);
  });

  test("phase 2 comes last", () => {
    expect(entries({ phaseTwoStatus: "Queued" }).at(-1)).toMatchObject({ title: "Phase 2", tone: "busy" });
    expect(entries({ phaseTwoStatus: "Failed", errorMessage: "outcome unknown" }).at(-1)).toMatchObject({
      tone: "bad",
      text: "outcome unknown",
    });
  });
});

test.each([
  [{}, "“Storm” processed this message in 1.5 seconds."],
  [{ phaseTwoStatus: "Failed" }, "“Storm” processed this message, but phase 2 failed."],
  [
    { status: "Skipped", errorMessage: 'the subject does not contain "x".' },
    '“Storm” skipped this message: the subject does not contain "x".',
  ],
  [{ status: "Failed" }, "“Storm” failed to process this message. Fix the cause, then retry."],
  [{ status: "Detected", processedAt: null }, "“Storm” detected this message. It is queued."],
])("%j is summarized", (change, text) => {
  expect(summaryText({ ...LOG, ...change }, "Storm", "Mailbox")).toBe(text);
});
