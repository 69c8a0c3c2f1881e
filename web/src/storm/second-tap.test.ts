import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SecondTapFilter } from "./second-tap.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

function click(filter: SecondTapFilter, clientX: number, detail = 1): boolean {
  const [preventDefault, stopPropagation] = [vi.fn(), vi.fn()];
  filter.filter({ detail, clientX, clientY: 300, preventDefault, stopPropagation } as unknown as MouseEvent);
  return stopPropagation.mock.calls.length === 0;
}

function opened(): SecondTapFilter {
  const filter = new SecondTapFilter();
  click(filter, 100);
  filter.layoutChanged();
  return filter;
}

test("ignores a second tap on the same spot", () => {
  const filter = opened();
  vi.advanceTimersByTime(300);
  expect(click(filter, 105)).toBe(false);
});

test("accepts a click that is later or elsewhere", () => {
  expect(click(opened(), 200)).toBe(true);
  const filter = opened();
  vi.advanceTimersByTime(401);
  expect(click(filter, 100)).toBe(true);
});

test("accepts keys at once", () => {
  expect(click(opened(), 100, 0)).toBe(true);
});

test("accepts a click after a key has opened the facility", () => {
  const filter = new SecondTapFilter();
  click(filter, 0, 0);
  filter.layoutChanged();
  expect(click(filter, 0)).toBe(true);
});
