import { expect, test } from "vitest";
import type { CitySummary } from "../summary.ts";
import { coverage } from "./city.fixture.ts";
import { cityCounts, summarizePart } from "./part-summary.ts";

const group = (count: number) => ({ count, first: count === 0 ? "" : "Pool" });

function summary(more: Partial<CitySummary>): CitySummary {
  return {
    status: "Clear",
    warning: null,
    active: group(0),
    clearing: group(0),
    clear: 0,
    unlocated: 5,
    all: 5_000,
    ...more,
  };
}

const allClear = summary({ clear: 4_995 });

test("the service counts all facilities", () => {
  const counted = summary({ status: "Active", active: group(90), clearing: group(10), clear: 4_895 });
  const loaded = summary({ status: "Active", active: group(60), all: 60 });
  expect(summarizePart(loaded, counted, coverage())).toEqual(counted);
  expect(cityCounts(counted)).toEqual({
    Active: { count: 90, isAtLeast: false },
    Clearing: { count: 10, isAtLeast: false },
    Clear: { count: 4_895, isAtLeast: false },
    Unknown: { count: 5, isAtLeast: false },
  });
});

test("a city is not Clear while a loaded facility is Active", () => {
  const loaded = summary({ status: "Active", warning: "caution", active: group(1), clear: 59, all: 60 });
  expect(summarizePart(loaded, allClear, coverage())).toMatchObject({
    status: "Active",
    warning: "caution",
    active: group(1),
    clear: 4_994,
    all: 5_000,
  });
});

test("without a known status nothing is Clear", () => {
  const unknown = summary({ status: "Unknown", warning: "expired" });
  expect(summarizePart({ ...unknown, all: 60 }, unknown, coverage())).toEqual(unknown);
  const own = summarizePart({ ...unknown, all: 60 }, unknown, coverage({ isByPolicies: false }));
  expect(own).toEqual(unknown);
  expect(cityCounts(own).Unknown).toEqual({ count: 5_000, isAtLeast: false });
});

test("with other thresholds the counts are exact if all threatened facilities are loaded", () => {
  const loaded = summary({ status: "Active", active: group(7), clearing: group(3), clear: 50, unlocated: 0, all: 60 });
  const own = summarizePart(loaded, allClear, coverage({ isByPolicies: false }));
  expect(own).toMatchObject({ status: "Active", active: group(7), clear: 4_985, all: 5_000 });
  expect(cityCounts(own)).toEqual({
    Active: { count: 7, isAtLeast: false },
    Clearing: { count: 3, isAtLeast: false },
    Clear: { count: 4_985, isAtLeast: false },
    Unknown: { count: 5, isAtLeast: false },
  });
});

test("with other thresholds there may be more than the loaded facilities", () => {
  const loaded = summary({ status: "Active", active: group(60), unlocated: 0, all: 60 });
  const hasAll = { active: false, clearing: false };
  const own = summarizePart(loaded, allClear, coverage({ isByPolicies: false, hasAll }));
  expect(cityCounts(own)).toEqual({
    Active: { count: 60, isAtLeast: true },
    Clearing: { count: 0, isAtLeast: true },
    Clear: { count: 0, isAtLeast: true },
    Unknown: { count: 5, isAtLeast: true },
  });
});
