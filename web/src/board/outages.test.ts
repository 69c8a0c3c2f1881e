import { expect, test } from "vitest";
import { type Outage, withOutages } from "./outages.ts";
import type { ShownPeriod, StatusPeriod } from "./periods.ts";

const clear: StatusPeriod = { status: "Clear", from: 10, to: 50 };
const shown = (status: ShownPeriod["status"], from: number, to: number): ShownPeriod => ({ status, from, to });

test.each<[string, Outage[], ShownPeriod[]]>([
  ["none", [], [clear]],
  [
    "before and after",
    [
      { from: 0, to: 10 },
      { from: 50, to: 60 },
    ],
    [clear],
  ],
  ["all of it", [{ from: 0, to: 60 }], [shown("Unknown", 10, 50)]],
  ["in the middle", [{ from: 20, to: 30 }], [shown("Clear", 10, 20), shown("Unknown", 20, 30), shown("Clear", 30, 50)]],
  [
    "at both ends",
    [
      { from: 5, to: 15 },
      { from: 45, to: 99 },
    ],
    [shown("Unknown", 10, 15), shown("Clear", 15, 45), shown("Unknown", 45, 50)],
  ],
])("a Clear time with outages %s", (_, outages, expected) => {
  expect(withOutages([clear], outages)).toEqual(expected);
});

test("Active and Clearing stay in an outage", () => {
  const periods: StatusPeriod[] = [
    { status: "Active", from: 0, to: 10 },
    { status: "Clearing", from: 10, to: 20 },
  ];
  expect(withOutages(periods, [{ from: 0, to: 20 }])).toEqual(periods);
});
