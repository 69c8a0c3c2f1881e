import { beforeEach, expect, test } from "vitest";
import { MAX_SILENCE_MS } from "./silence.ts";
import { StatusStream } from "./status-stream.ts";

const SNAPSHOT = "event: snapshot\ndata: {}\n\n";
const STATUS = "id: 1\nevent: status\ndata: {}\n\n";
const COMMENT = ": alive\n\n";

/** One connection that the test writes to. */
interface Connection {
  url: string;
  signal: AbortSignal;
  send: (text: string) => Promise<void>;
  end: () => Promise<void>;
}

let at: number;
let received: number;
let changes: number;
let connections: Connection[];
let stream: StatusStream;
let response: (body: ReadableStream<Uint8Array>) => Response;

/** Runs all pending promise callbacks. */
async function settled(): Promise<void> {
  for (let round = 0; round < 20; round += 1) await Promise.resolve();
}

async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 1_000) {
    at += 1_000;
    stream.tick();
    await settled();
  }
}

async function open(url: string, signal: AbortSignal): Promise<Response> {
  let writer: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      writer = controller;
    },
  });
  connections.push({
    url,
    signal,
    send: async (text) => {
      writer?.enqueue(new TextEncoder().encode(text));
      await settled();
    },
    end: async () => {
      writer?.close();
      await settled();
    },
  });
  return response(body);
}

beforeEach(() => {
  [at, received, changes, connections] = [0, 0, 0, []];
  response = (body) => new Response(body);
  stream = new StatusStream("https://storm.example.gov/lightning-strikes/status", {
    now: () => ({ wall: at, monotonic: at }),
    random: () => 0.5,
    open,
    received: () => {
      received += 1;
    },
    changed: () => {
      changes += 1;
    },
  });
  stream.tick();
});

test("events are changes; the first snapshot and comments are not", async () => {
  const [connection] = connections;
  expect(connection?.url).toBe("https://storm.example.gov/lightning-strikes/stream");
  await connection?.send(SNAPSHOT);
  await connection?.send(COMMENT);
  expect([changes, received]).toEqual([0, 2]);
  await connection?.send(STATUS);
  await connection?.send(SNAPSHOT);
  expect(changes).toBe(2);
});

test("comments keep the connection; silence ends it and causes a poll", async () => {
  await connections[0]?.send(SNAPSHOT);
  for (let comment = 0; comment < 5; comment += 1) {
    await pass(15_000);
    await connections[0]?.send(COMMENT);
  }
  expect([connections.length, changes]).toEqual([1, 0]);
  await pass(MAX_SILENCE_MS + 1_000);
  expect(connections[0]?.signal.aborted).toBe(true);
  expect(changes).toBe(1);
  await pass(10_000);
  expect(connections.length).toBe(2);
});

test("after a reconnection the snapshot is a change, because something may have been missed", async () => {
  await connections[0]?.send(SNAPSHOT);
  await connections[0]?.end();
  await pass(10_000);
  expect([connections.length, changes]).toEqual([2, 0]);
  await connections[1]?.send(SNAPSHOT);
  expect(changes).toBe(1);
});

test("failures are retried later and later", async () => {
  response = () => new Response(null, { status: 404 });
  await connections[0]?.end();
  await pass(600_000);
  expect(connections.length).toBeGreaterThan(3);
  expect(connections.length).toBeLessThan(20);
});

test("Retry-After is respected", async () => {
  response = () => new Response(null, { status: 503, headers: { "retry-after": "30" } });
  await connections[0]?.end();
  await pass(10_000);
  const tried = connections.length;
  await pass(20_000);
  expect(connections.length).toBe(tried);
  await pass(3_000);
  expect(connections.length).toBe(tried + 1);
});

test("a stream that continues that of another tab begins with a change", async () => {
  stream.resume();
  await connections[0]?.send(SNAPSHOT);
  expect(changes).toBe(1);
});
