import { describe, expect, test } from "vitest";
import type { LogDetail } from "../../data/log.ts";
import { summaryText, timeline } from "./timeline.ts";

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
  notifiedAt: AT,
  steps: [step(1, "Success"), step(1, "Success")],
  runs: [{ id: "r", status: "Success", startedAt: "2026-05-01T12:00:02.5Z", finishedAt: null }],
};
const MOVES = { moveOnProcess: true, isEnabled: true };

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
  timeline({ ...LOG, ...change }, watcher);

describe("the timeline of a message", () => {
  test("a processed message", () => {
    expect(entries({}).map(({ title, text }) => `${title}: ${text}`)).toEqual([
      "Received: The mailbox got it from vendor@example.com.",
      "Detected and claimed: The provider told of it, 2.0 s after it was received. It was claimed: nothing else will take it.",
      "First phase: 2 of 2 actions done.",
      "Put away: It was moved to Processed and marked read.",
    ]);
  });

  test("a message that only gets a category", () => {
    expect(entries({}, { moveOnProcess: false, isEnabled: true }).at(-1)?.text).toBe(
      "It stays and has the category Processed.",
    );
  });

  test("a failed message names its step", () => {
    const steps = [step(1, "Failed", "record 0: no match"), step(2, "Skipped")];
    const failed = entries({ status: "Failed", steps, errorMessage: "record 0: no match" });
    expect(failed[2]).toMatchObject({ tone: "bad", text: "“Read” failed: record 0: no match" });
    expect(failed.at(-1)).toMatchObject({
      title: "Put away as failed",
      text: "It was moved to Failed and marked read.",
    });
  });

  test("a message that the provider does not have", () => {
    expect(entries({ status: "Failed", steps: [], runs: [], errorMessage: "not found" })[2]).toMatchObject({
      title: "Failed",
      text: "not found",
    });
  });

  test("a waiting message says why", () => {
    expect(entries({ status: "Detected", steps: [] }).at(-1)?.text).toBe("It is in the queue, or is being fetched.");
    expect(entries({ status: "Detected", steps: [] }, { moveOnProcess: true, isEnabled: false }).at(-1)?.text).toBe(
      "Its watcher is switched off.",
    );
  });

  test("phase 2 comes last", () => {
    expect(entries({ phaseTwoStatus: "Queued" }).at(-1)).toMatchObject({ title: "Second phase", tone: "busy" });
    expect(entries({ phaseTwoStatus: "Failed", errorMessage: "outcome unknown" }).at(-1)).toMatchObject({
      tone: "bad",
      text: "outcome unknown",
    });
  });
});

test.each([
  [{}, "“Storm” has processed this message. It took 1.5 s from detection to its end."],
  [{ phaseTwoStatus: "Failed" }, "“Storm” has processed this message, but its second phase failed."],
  [
    { status: "Skipped", errorMessage: 'the subject does not contain "x".' },
    '“Storm” has seen this message and left it alone: the subject does not contain "x".',
  ],
  [{ status: "Failed" }, "“Storm” has failed on this message. Mend the cause, then retry it."],
  [{ status: "Detected", processedAt: null }, "“Storm” has seen this message, which waits for its turn."],
])("%j is summarized", (change, text) => {
  expect(summaryText({ ...LOG, ...change }, "Storm")).toBe(text);
});
