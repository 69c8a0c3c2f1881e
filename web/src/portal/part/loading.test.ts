import type { ReactiveControllerHost } from "lit";
import { expect, test } from "vitest";
import { Loading } from "./loading.ts";

const host = { addController: () => {}, requestUpdate: () => {} } as unknown as ReactiveControllerHost;

test("what cannot be read again stays, and it is known since when it is old", async () => {
  const answers: (() => Promise<string>)[] = [
    async () => "first",
    () => Promise.reject(new Error("gone")),
    () => Promise.reject(new Error("gone")),
    async () => "second",
  ];
  const loading = new Loading(host, () => (answers.shift() as () => Promise<string>)());
  await loading.again();
  expect([loading.value, loading.missedSince]).toEqual(["first", null]);

  await loading.refresh();
  const since = loading.missedSince;
  expect(since).toBeInstanceOf(Date);
  await loading.refresh();
  expect([loading.value, loading.missedSince]).toEqual(["first", since]);

  await loading.refresh((before, now) => `${before}, ${now}`);
  expect([loading.value, loading.missedSince]).toEqual(["first, second", null]);
});
