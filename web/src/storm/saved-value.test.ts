import { expect, test } from "vitest";
import { SavedValue } from "./saved-value.ts";

function storageOf(values: Map<string, string>): Storage {
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, text: string) => values.set(key, text),
    removeItem: (key: string) => values.delete(key),
  } as unknown as Storage;
}

test("a value is kept under its key, and null removes it", () => {
  const values = new Map<string, string>();
  const [one, other] = ["one", "other"].map((key) => new SavedValue(key, () => storageOf(values)));
  expect(one?.read()).toBe(null);
  one?.write("1");
  expect([one?.read(), other?.read(), [...values]]).toEqual(["1", null, [["one", "1"]]]);
  one?.write(null);
  expect([one?.read(), values.size]).toEqual([null, 0]);
});

test("blocked storage keeps nothing and breaks nothing", () => {
  const blocked = new SavedValue("one", () => {
    throw new DOMException("blocked", "SecurityError");
  });
  blocked.write("1");
  blocked.write(null);
  expect(blocked.read()).toBe(null);
});
