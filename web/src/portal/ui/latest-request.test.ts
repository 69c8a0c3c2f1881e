import type { ReactiveController } from "lit";
import { expect, test } from "vitest";
import { LatestRequest } from "./latest-request.ts";

function createRequest() {
  const controllers: ReactiveController[] = [];
  const host = {
    addController: (controller: ReactiveController) => void controllers.push(controller),
    removeController: () => {},
    requestUpdate: () => {},
    updateComplete: Promise.resolve(true),
  };
  const request = new LatestRequest(host);
  const results: string[] = [];
  const run = (response: Promise<string>) =>
    request.run(
      () => response,
      (value) => results.push(value),
      ({ message }) => results.push(`failed: ${message}`),
    );
  return { request, results, run, disconnect: () => controllers[0]?.hostDisconnected?.() };
}

test("the newest response wins, even if an older one arrives later", async () => {
  const { request, results, run } = createRequest();
  let resolveOlder = (_: string) => {};
  const first = run(new Promise((resolve) => (resolveOlder = resolve)));
  const { signal } = request;
  await run(Promise.resolve("newer"));
  expect(signal.aborted).toBe(true);
  resolveOlder("older");
  await first;
  expect(results).toEqual(["newer"]);
});

test("an error is reported unless its request was aborted", async () => {
  const { results, run, request } = createRequest();
  await run(Promise.reject(new TypeError("no network")));
  expect(results).toHaveLength(1);
  expect(results[0]).toMatch(/^failed: ./);
  const pending = run(Promise.reject(new TypeError("no network")));
  request.abort();
  await pending;
  expect(results).toHaveLength(1);
});

test("removing the element aborts its request", async () => {
  const { results, run, disconnect } = createRequest();
  const pending = run(Promise.resolve("late"));
  disconnect();
  await pending;
  expect(results).toEqual([]);
});
