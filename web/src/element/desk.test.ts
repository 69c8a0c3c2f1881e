import { beforeEach, expect, test } from "vitest";
import type { Moment } from "../words/moment.ts";
import { Desk, type News, PATIENCE_MS, type World } from "./desk.ts";
import { body, clearBlock } from "./sample.ts";

const URL_A = "https://storm.example.gov/a";
const URL_B = "https://storm.example.gov/b";

interface Call {
  url: string;
  signal: AbortSignal;
  answer: (response: Response) => void;
}

/** A world whose time, timer and network are moved by hand. */
class TestWorld implements World {
  at = 0;
  calls: Call[] = [];
  timers = new Set<() => void>();
  timersMade = 0;
  wakers = new Set<() => void>();

  now = (): Moment => ({ wall: this.at, steady: this.at });
  chance = () => 0.5;
  fetch = (url: string, signal: AbortSignal) =>
    new Promise<Response>((answer, fail) => {
      signal.addEventListener("abort", () => fail(new Error("aborted")));
      this.calls.push({ url, signal, answer });
    });
  everySecond = (run: () => void) => {
    this.timersMade += 1;
    this.timers.add(run);
    return () => void this.timers.delete(run);
  };
  onWake = (run: () => void) => {
    this.wakers.add(run);
    return () => void this.wakers.delete(run);
  };

  async pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 1_000) {
      this.at += 1_000;
      for (const run of this.timers) run();
      await settled();
    }
  }

  async answer(response: Response): Promise<void> {
    this.calls.at(-1)?.answer(response);
    await settled();
  }
}

/** Lets everything that only waits for promises happen. */
async function settled(): Promise<void> {
  for (let round = 0; round < 20; round += 1) await Promise.resolve();
}

const asOf = (seconds: number) => new Date(Date.parse("2026-11-15T20:00:00Z") + seconds * 1000).toISOString();
const told = (seconds: number, more: object = {}) =>
  ({
    json: async () => body({ asOf: asOf(seconds), ...more }, clearBlock()),
    status: 200,
    ok: true,
    headers: new Headers(),
  }) as unknown as Response;
const code = (status: number, headers: Record<string, string> = {}) =>
  ({ json: async () => ({}), status, ok: false, headers: new Headers(headers) }) as unknown as Response;

let world: TestWorld;
let desk: Desk;
let last: News | undefined;
const reader = (news: News) => {
  last = news;
};

beforeEach(() => {
  world = new TestWorld();
  desk = new Desk(world);
  last = undefined;
});

test("many readers of one question are one timer and one request", async () => {
  const heard: number[] = [];
  for (let reader = 0; reader < 5; reader += 1) desk.follow(URL_A, () => heard.push(reader));
  expect(world.calls.length).toBe(1);
  await world.answer(told(0));
  heard.length = 0;
  await world.pass(59_000);
  expect(world.calls.length).toBe(1);
  expect(heard.length).toBe(5 * 59);
  await world.pass(1_000);
  expect(world.calls.length).toBe(2);
  expect(world.timersMade).toBe(1);
});

test("different questions are asked apart on the same timer", async () => {
  desk.follow(URL_A, reader);
  desk.follow(URL_B, reader);
  expect(world.calls.map(({ url }) => url)).toEqual([URL_A, URL_B]);
  expect(world.timers.size).toBe(1);
});

test("the last reader who leaves ends the request, the timer and the listening", async () => {
  const leave = [desk.follow(URL_A, reader), desk.follow(URL_A, reader)];
  leave[0]?.();
  await settled();
  expect(world.calls[0]?.signal.aborted).toBe(false);
  expect(world.timers.size).toBe(1);
  leave[1]?.();
  await settled();
  expect(world.calls[0]?.signal.aborted).toBe(true);
  expect([world.timers.size, world.wakers.size]).toEqual([0, 0]);
});

test("who has left hears nothing more", async () => {
  const leave = desk.follow(URL_A, reader);
  leave();
  last = undefined;
  await world.answer(told(0));
  await world.pass(5_000);
  expect(last).toBeUndefined();
});

test("an element that is moved keeps what is known and asks nothing", async () => {
  const leave = desk.follow(URL_A, reader);
  await world.answer(told(0));
  leave();
  last = undefined;
  desk.follow(URL_A, reader);
  await settled();
  expect(last).toMatchObject({ held: { asOf: asOf(0) } });
  await world.pass(5_000);
  expect(world.calls.length).toBe(1);
});

test("a question without an answer is given up and asked again", async () => {
  desk.follow(URL_A, reader);
  await world.pass(PATIENCE_MS);
  expect(world.calls[0]?.signal.aborted).toBe(false);
  await world.pass(1_000);
  expect(world.calls[0]?.signal.aborted).toBe(true);
  expect(last).toMatchObject({ held: null, failures: 1 });
  await world.pass(1_000);
  expect(world.calls.length).toBe(2);
});

test("failures keep what is held and are asked again more and more slowly", async () => {
  desk.follow(URL_A, reader);
  await world.answer(told(0));
  await world.pass(60_000);
  const waits: number[] = [];
  for (let round = 0; round < 4; round += 1) {
    await world.answer(code(503));
    const before = [world.at, world.calls.length] as const;
    while (world.calls.length === before[1]) await world.pass(1_000);
    waits.push(world.at - before[0]);
  }
  expect(waits).toEqual([5_000, 10_000, 20_000, 40_000]);
  expect(last).toMatchObject({ held: { asOf: asOf(0) }, failures: 4 });
  await world.answer(told(200));
  expect(last).toMatchObject({ held: { asOf: asOf(200) }, failures: 0 });
});

test("a server that begs for time gets it", async () => {
  desk.follow(URL_A, reader);
  await world.answer(code(429, { "retry-after": "30" }));
  await world.pass(29_000);
  expect(world.calls.length).toBe(1);
  await world.pass(1_000);
  expect(world.calls.length).toBe(2);
});

test.each([
  [404, "noFacility"],
  [409, "noAnchor"],
  [400, "refused"],
])("%i takes the place of what was held, and is asked again in a minute", async (status, refusal) => {
  desk.follow(URL_A, reader);
  await world.answer(told(0));
  await world.pass(60_000);
  await world.answer(code(status));
  expect(last).toEqual({ held: null, refusal, failures: 0 });
  await world.pass(59_000);
  expect(world.calls.length).toBe(2);
  await world.pass(1_000);
  await world.answer(told(120));
  expect(last).toMatchObject({ held: { asOf: asOf(120) }, refusal: null });
});

test("an answer that is no answer counts as lost", async () => {
  desk.follow(URL_A, reader);
  await world.answer(told(0, { parameters: "none" }));
  expect(last).toMatchObject({ held: null, failures: 1 });
});

test("an answer that is not newer does not make the held one young", async () => {
  desk.follow(URL_A, reader);
  await world.answer(told(0));
  await world.pass(60_000);
  await world.answer(told(0));
  expect(last?.held?.askedAt.wall).toBe(0);
});

test("the page is seen again: at once, but not twice within five seconds", async () => {
  desk.follow(URL_A, reader);
  await world.answer(told(0));
  await world.pass(20_000);
  for (const run of world.wakers) run();
  expect(world.calls.length).toBe(2);
  await world.answer(told(20));
  for (const run of world.wakers) run();
  expect(world.calls.length).toBe(2);
  await world.pass(5_000);
  expect(world.calls.length).toBe(3);
});
