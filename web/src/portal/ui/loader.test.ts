import type { ReactiveControllerHost } from "lit";
import { expect, test } from "vitest";
import { Loader } from "./loader.ts";

const host = { addController: () => {}, requestUpdate: () => {} } as unknown as ReactiveControllerHost;

test("failed refreshes keep the data and its age", async () => {
  const responses: (() => Promise<string>)[] = [
    async () => "first",
    () => Promise.reject(new Error("gone")),
    () => Promise.reject(new Error("gone")),
    async () => "second",
  ];
  const loading = new Loader(host, () => (responses.shift() as () => Promise<string>)());
  await loading.reload();
  expect([loading.value, loading.staleSince]).toEqual(["first", null]);

  await loading.refresh();
  const since = loading.staleSince;
  expect(since).toBeInstanceOf(Date);
  await loading.refresh();
  expect([loading.value, loading.staleSince]).toEqual(["first", since]);

  await loading.refresh((before, now) => `${before}, ${now}`);
  expect([loading.value, loading.staleSince]).toEqual(["first, second", null]);
});
