// A trial on many messages as several requests: the page shows what is done so far, and can end it. Pure.
import type { ShadowMessage, ShadowRun } from "../../data/shadow-run.ts";
import { VERDICTS, type Verdict } from "./report.ts";

/** Small enough that the progress of a slow mailbox is visible. */
export const BATCH_SIZE = 25;

/** Which of the messages, newest first. */
export interface MessageRange {
  skip: number;
  count: number;
}

/** Ends after `count` messages, or when there are no more. Yields the report of all messages so far. */
export async function* runInBatches(
  count: number,
  run: (range: MessageRange) => Promise<ShadowRun>,
): AsyncGenerator<ShadowRun> {
  let report: ShadowRun | null = null;
  for (let skip = 0; skip < count; skip += BATCH_SIZE) {
    const batch = await run({ skip, count: Math.min(BATCH_SIZE, count - skip) });
    report = report === null ? batch : mergeReports(report, batch);
    yield report;
    if (doneCount(batch) === 0) return;
  }
}

/** Tried, excluded and left out. */
export function doneCount({ messages, excluded, leftOut }: ShadowRun): number {
  return messages.length + excluded + leftOut;
}

/** A message that arrives between two batches moves the others, so that one may be in both. */
export function mergeReports(first: ShadowRun, second: ShadowRun): ShadowRun {
  const known = new Set(first.messages.map(({ messageKey }) => messageKey));
  const all = [...first.messages, ...second.messages.filter(({ messageKey }) => !known.has(messageKey))];
  const of = (verdict: Verdict): ShadowMessage[] => all.filter(({ result }) => result === verdict);
  return {
    unchanged: of("Unchanged").length,
    changed: of("Changed").length,
    broken: of("Broken").length,
    unreadable: of("Unreadable").length,
    excluded: first.excluded + second.excluded,
    leftOut: first.leftOut + second.leftOut,
    truncated: first.truncated || second.truncated,
    messages: VERDICTS.flatMap(of),
  };
}
