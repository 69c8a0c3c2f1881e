import { expect, test } from "vitest";
import type { ShadowRun } from "../../data/shadow-run.ts";
import { BATCH_SIZE, doneCount, type MessageRange, mergeReports, runInBatches } from "./batches.ts";
import type { Verdict } from "./report.ts";

function run(results: [key: string, result: Verdict][], change: Partial<ShadowRun> = {}): ShadowRun {
  const count = (verdict: Verdict): number => results.filter(([, result]) => result === verdict).length;
  return {
    unchanged: count("Unchanged"),
    changed: count("Changed"),
    broken: count("Broken"),
    unreadable: count("Unreadable"),
    excluded: 0,
    leftOut: 0,
    truncated: false,
    messages: results.map(([messageKey, result]) => ({ messageKey, result, differences: [] })),
    ...change,
  };
}

test("merged reports count each message once and have the worst first", () => {
  const merged = mergeReports(
    run(
      [
        ["a", "Changed"],
        ["b", "Unchanged"],
      ],
      { excluded: 1 },
    ),
    run(
      [
        ["c", "Broken"],
        ["b", "Unchanged"],
        ["d", "Changed"],
      ],
      { excluded: 2, leftOut: 1, truncated: true },
    ),
  );
  expect(merged.messages.map(({ messageKey }) => messageKey)).toEqual(["c", "a", "d", "b"]);
  expect([merged.broken, merged.changed, merged.unreadable, merged.unchanged]).toEqual([1, 2, 0, 1]);
  expect([merged.excluded, merged.leftOut, merged.truncated, doneCount(merged)]).toEqual([3, 1, true, 8]);
});

/** Asks for batches of a folder with so many messages. */
async function batchesOf(available: number, count: number): Promise<{ ranges: MessageRange[]; done: number[] }> {
  const [ranges, done]: [MessageRange[], number[]] = [[], []];
  const runBatch = (range: MessageRange): Promise<ShadowRun> => {
    ranges.push(range);
    const found = Math.max(0, Math.min(range.count, available - range.skip));
    return Promise.resolve(run(Array.from({ length: found }, (_, index) => [`${range.skip + index}`, "Unchanged"])));
  };
  for await (const report of runInBatches(count, runBatch)) done.push(doneCount(report));
  return { ranges, done };
}

test("batches end with the requested count", async () => {
  const { ranges, done } = await batchesOf(500, 2 * BATCH_SIZE + 1);
  expect(ranges).toEqual([
    { skip: 0, count: BATCH_SIZE },
    { skip: BATCH_SIZE, count: BATCH_SIZE },
    { skip: 2 * BATCH_SIZE, count: 1 },
  ]);
  expect(done).toEqual([BATCH_SIZE, 2 * BATCH_SIZE, 2 * BATCH_SIZE + 1]);
});

test("batches end when there are no more messages", async () => {
  expect((await batchesOf(3, 500)).done).toEqual([3, 3]);
  expect((await batchesOf(0, 500)).done).toEqual([0]);
});
