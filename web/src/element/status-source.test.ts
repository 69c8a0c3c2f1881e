import { beforeEach, expect, test } from "vitest";
import type { PollingEnvironment } from "../polling/browser.ts";
import type { ClockReading } from "../status/clock.ts";
import { body, clearProximity } from "./response.fixture.ts";
import { type SourceState, StatusSource, TIMEOUT_MS } from "./status-source.ts";

const URL_A = "https://storm.example.gov/a";
const URL_B = "https://storm.example.gov/b";

interface Call {
  url: string;
  signal: AbortSignal;
  respond: (response: Response) => void;
}

/** Time, timers and network are controlled by the test. */
class TestEnvironment implements PollingEnvironment {
  at = 0;
  calls: Call[] = [];
  streams: string[] = [];
  /** Without one, the server has no stream. */
  streamBody: ReadableStream<Uint8Array> | null = null;
  timers = new Set<() => void>();
  timersCreated = 0;
  wakeListeners = new Set<() => void>();

  now = (): ClockReading => ({ wall: this.at, monotonic: this.at });
  random = () => 0.5;
  isVisible = () => true;
  fetch = (url: string, signal: AbortSignal) => {
    if (url.endsWith("/stream")) return this.openStream(url);
    return new Promise<Response>((respond, fail) => {
      signal.addEventListener("abort", () => fail(new Error("aborted")));
      this.calls.push({ url, signal, respond });
    });
  };
  everySecond = (run: () => void) => {
    this.timersCreated += 1;
    this.timers.add(run);
    return () => void this.timers.delete(run);
  };
  onWake = (run: () => void) => {
    this.wakeListeners.add(run);
    return () => void this.wakeListeners.delete(run);
  };

  joinTabs = () => null;

  private async openStream(url: string): Promise<Response> {
    this.streams.push(url);
    return new Response(this.streamBody, { status: this.streamBody === null ? 404 : 200 });
  }

  async pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 1_000) {
      this.at += 1_000;
      for (const run of this.timers) run();
      await settled();
    }
  }

  async respond(response: Response): Promise<void> {
    this.calls.at(-1)?.respond(response);
    await settled();
  }
}

/** Runs all pending promise callbacks. */
async function settled(): Promise<void> {
  for (let round = 0; round < 20; round += 1) await Promise.resolve();
}

const asOf = (seconds: number) => new Date(Date.parse("2026-11-15T20:00:00Z") + seconds * 1000).toISOString();
const report = (seconds: number, more: object = {}) =>
  ({
    json: async () => body({ asOf: asOf(seconds), ...more }, clearProximity()),
    status: 200,
    ok: true,
    headers: new Headers(),
  }) as unknown as Response;
const statusCode = (status: number, headers: Record<string, string> = {}) =>
  ({ json: async () => ({}), status, ok: false, headers: new Headers(headers) }) as unknown as Response;

let environment: TestEnvironment;
let source: StatusSource;
let last: SourceState | undefined;
const listener = (state: SourceState) => {
  last = state;
};

beforeEach(() => {
  environment = new TestEnvironment();
  source = new StatusSource(environment);
  last = undefined;
});

test("many listeners of one URL share one timer and one request", async () => {
  const notified: number[] = [];
  for (let index = 0; index < 5; index += 1) source.subscribe(URL_A, () => notified.push(index));
  expect(environment.calls.length).toBe(1);
  await environment.respond(report(0));
  notified.length = 0;
  await environment.pass(59_000);
  expect(environment.calls.length).toBe(1);
  expect(notified.length).toBe(5 * 59);
  await environment.pass(1_000);
  expect(environment.calls.length).toBe(2);
  expect(environment.timersCreated).toBe(1);
});

test("different URLs are requested separately on the same timer", async () => {
  source.subscribe(URL_A, listener);
  source.subscribe(URL_B, listener);
  expect(environment.calls.map(({ url }) => url)).toEqual([URL_A, URL_B]);
  expect(environment.timers.size).toBe(1);
});

test("unsubscribing the last listener stops the request and the timers", async () => {
  const unsubscribe = [source.subscribe(URL_A, listener), source.subscribe(URL_A, listener)];
  unsubscribe[0]?.();
  await settled();
  expect(environment.calls[0]?.signal.aborted).toBe(false);
  expect(environment.timers.size).toBe(1);
  unsubscribe[1]?.();
  await settled();
  expect(environment.calls[0]?.signal.aborted).toBe(true);
  expect([environment.timers.size, environment.wakeListeners.size]).toEqual([0, 0]);
});

test("a listener is not called after unsubscribing", async () => {
  const unsubscribe = source.subscribe(URL_A, listener);
  unsubscribe();
  last = undefined;
  await environment.respond(report(0));
  await environment.pass(5_000);
  expect(last).toBeUndefined();
});

test("a moved element keeps its data without a request", async () => {
  const unsubscribe = source.subscribe(URL_A, listener);
  await environment.respond(report(0));
  unsubscribe();
  last = undefined;
  source.subscribe(URL_A, listener);
  await settled();
  expect(last).toMatchObject({ latest: { asOf: asOf(0) } });
  await environment.pass(5_000);
  expect(environment.calls.length).toBe(1);
});

test("a request without a response times out and is repeated", async () => {
  source.subscribe(URL_A, listener);
  await environment.pass(TIMEOUT_MS);
  expect(environment.calls[0]?.signal.aborted).toBe(false);
  await environment.pass(1_000);
  expect(environment.calls[0]?.signal.aborted).toBe(true);
  expect(last).toMatchObject({ latest: null, failures: 1 });
  await environment.pass(1_000);
  expect(environment.calls.length).toBe(2);
});

test("failures keep the latest report and back off", async () => {
  source.subscribe(URL_A, listener);
  await environment.respond(report(0));
  await environment.pass(60_000);
  const waits: number[] = [];
  for (let round = 0; round < 4; round += 1) {
    await environment.respond(statusCode(503));
    const before = [environment.at, environment.calls.length] as const;
    while (environment.calls.length === before[1]) await environment.pass(1_000);
    waits.push(environment.at - before[0]);
  }
  expect(waits).toEqual([5_000, 10_000, 20_000, 40_000]);
  expect(last).toMatchObject({ latest: { asOf: asOf(0) }, failures: 4 });
  await environment.respond(report(200));
  expect(last).toMatchObject({ latest: { asOf: asOf(200) }, failures: 0 });
});

test("Retry-After is respected", async () => {
  source.subscribe(URL_A, listener);
  await environment.respond(statusCode(429, { "retry-after": "30" }));
  await environment.pass(29_000);
  expect(environment.calls.length).toBe(1);
  await environment.pass(1_000);
  expect(environment.calls.length).toBe(2);
});

test.each([
  [404, "noFacility"],
  [409, "noLocation"],
  [400, "rejected"],
])("%i replaces the latest report and is polled again in a minute", async (status, rejection) => {
  source.subscribe(URL_A, listener);
  await environment.respond(report(0));
  await environment.pass(60_000);
  await environment.respond(statusCode(status));
  expect(last).toEqual({ latest: null, rejection, failures: 0 });
  await environment.pass(59_000);
  expect(environment.calls.length).toBe(2);
  await environment.pass(1_000);
  await environment.respond(report(120));
  expect(last).toMatchObject({ latest: { asOf: asOf(120) }, rejection: null });
});

test("a malformed response counts as a failure", async () => {
  source.subscribe(URL_A, listener);
  await environment.respond(report(0, { parameters: "none" }));
  expect(last).toMatchObject({ latest: null, failures: 1 });
});

test("a response that is not newer does not reset the age", async () => {
  source.subscribe(URL_A, listener);
  await environment.respond(report(0));
  await environment.pass(60_000);
  await environment.respond(report(0));
  expect(last?.latest?.requestedAt.wall).toBe(0);
});

test("a visible page polls at once, but not twice within five seconds", async () => {
  source.subscribe(URL_A, listener);
  await environment.respond(report(0));
  await environment.pass(20_000);
  for (const run of environment.wakeListeners) run();
  expect(environment.calls.length).toBe(2);
  await environment.respond(report(20));
  for (const run of environment.wakeListeners) run();
  expect(environment.calls.length).toBe(2);
  await environment.pass(5_000);
  expect(environment.calls.length).toBe(3);
});

test("elements of one server share one stream, and a change is requested at once", async () => {
  const writers: ReadableStreamDefaultController<Uint8Array>[] = [];
  environment.streamBody = new ReadableStream({ start: (writer) => void writers.push(writer) });
  source.subscribe(URL_A, listener);
  const stopB = source.subscribe(URL_B, listener);
  for (const call of environment.calls) call.respond(report(0));
  await settled();
  expect(environment.streams).toEqual(["https://storm.example.gov/lightning-strikes/stream"]);
  const send = async (text: string) => {
    for (const writer of writers) writer.enqueue(new TextEncoder().encode(text));
    await settled();
  };
  await send("event: snapshot\ndata: {}\n\n");
  await environment.pass(5_000);
  expect(environment.calls.length).toBe(2);
  await send("event: status\ndata: {}\n\n");
  expect(environment.calls.map(({ url }) => url)).toEqual([URL_A, URL_B, URL_A, URL_B]);
  stopB();
  await settled();
  expect(environment.streams.length).toBe(1);
});

test("a silent stream and a failed request are Unknown, long before the report is too old", async () => {
  const writers: ReadableStreamDefaultController<Uint8Array>[] = [];
  environment.streamBody = new ReadableStream({ start: (writer) => void writers.push(writer) });
  source.subscribe(URL_A, listener);
  await environment.respond(report(0));
  for (const writer of writers) writer.enqueue(new TextEncoder().encode(": alive\n\n"));
  await settled();
  await environment.pass(36_000);
  expect(environment.calls.length).toBe(2);
  await environment.respond(statusCode(503));
  await environment.pass(9_000);
  expect(last?.latest?.isContactLost).toBeUndefined();
  await environment.pass(1_000);
  expect(last?.latest?.isContactLost).toBe(true);
  await environment.respond(report(46));
  expect(last?.latest?.isContactLost).toBeUndefined();
});
