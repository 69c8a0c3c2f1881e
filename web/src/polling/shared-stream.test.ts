import { beforeEach, expect, test } from "vitest";
import { SharedStream } from "./shared-stream.ts";
import type { LockRequest, TabGroup, TabMessage } from "./tab-group.ts";
import { MAX_LEADER_SILENCE_MS } from "./tab-role.ts";

const SNAPSHOT = "event: snapshot\ndata: {}\n\n";
const STATUS = "id: 1\nevent: status\ndata: {}\n\n";
const COMMENT = ": alive\n\n";

/** Runs all pending promise callbacks. */
async function settled(): Promise<void> {
  for (let round = 0; round < 20; round += 1) await Promise.resolve();
}

/** One browser with several tabs; time, locks and network are controlled by the test. */
class TestBrowser {
  at = 0;
  canLock = true;
  isLockRejected = false;
  /** The first has the lock. */
  locks: LockRequest[] = [];
  tabs: Tab[] = [];

  openTab(): Tab {
    const tab = new Tab(this);
    this.tabs.push(tab);
    tab.stream.tick();
    return tab;
  }

  requestLock(request: LockRequest): () => void {
    if (this.isLockRejected) {
      queueMicrotask(() => request.lost(false));
      return () => undefined;
    }
    if (request.steal) {
      const [robbed] = this.locks.splice(0, 1, request);
      queueMicrotask(() => robbed?.lost(true));
    } else this.locks.push(request);
    if (this.locks[0] === request) queueMicrotask(request.held);
    return () => this.release(request);
  }

  private release(request: LockRequest): void {
    const wasFirst = this.locks[0] === request;
    this.locks = this.locks.filter((other) => other !== request);
    const [next] = this.locks;
    if (wasFirst && next !== undefined) queueMicrotask(next.held);
  }

  async pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 1_000) {
      this.at += 1_000;
      for (const tab of this.tabs) if (!tab.isFrozen) tab.stream.tick();
      await settled();
    }
  }

  /** The tabs with an open connection. */
  get connected(): Tab[] {
    return this.tabs.filter(({ isConnected }) => isConnected);
  }
}

class Tab {
  isVisible = true;
  /** Runs no script. */
  isFrozen = false;
  changes = 0;
  opened = 0;
  received: ((message: TabMessage) => void) | null = null;
  readonly stream: SharedStream;
  private writer: ReadableStreamDefaultController<Uint8Array> | undefined;
  private signal: AbortSignal | undefined;

  constructor(private readonly browser: TestBrowser) {
    this.stream = new SharedStream("https://storm.example.gov/", {
      environment: {
        now: () => ({ wall: browser.at, monotonic: browser.at }),
        random: () => 0.5,
        fetch: async (_, signal) => this.connect(signal),
        joinTabs: (_, received) => this.joinTabs(received),
      },
      isAllowed: () => this.isVisible,
      changed: () => {
        this.changes += 1;
      },
    });
  }

  get isConnected(): boolean {
    return this.signal?.aborted === false;
  }

  async send(text: string): Promise<void> {
    this.writer?.enqueue(new TextEncoder().encode(text));
    await settled();
  }

  private connect(signal: AbortSignal): Response {
    this.opened += 1;
    this.signal = signal;
    const body = new ReadableStream<Uint8Array>({
      start: (writer) => {
        this.writer = writer;
      },
    });
    return new Response(body);
  }

  private joinTabs(received: (message: TabMessage) => void): TabGroup | null {
    if (!this.browser.canLock) return null;
    this.received = received;
    return {
      requestLock: (request) => this.browser.requestLock(request),
      post: (message) => {
        for (const tab of this.browser.tabs) if (tab !== this && !tab.isFrozen) tab.received?.(message);
      },
      close: () => {
        this.received = null;
      },
    };
  }
}

let browser: TestBrowser;
let first: Tab;
let second: Tab;

beforeEach(async () => {
  browser = new TestBrowser();
  first = browser.openTab();
  second = browser.openTab();
  await settled();
});

test("tabs share one connection, and its changes reach both", async () => {
  expect(browser.connected).toEqual([first]);
  await first.send(SNAPSHOT);
  await first.send(STATUS);
  expect([first.changes, second.changes]).toEqual([1, 1]);
  await first.send(COMMENT);
  await browser.pass(20_000);
  expect([first.opened, second.opened]).toEqual([1, 0]);
});

test("both tabs know how long the service has been silent", async () => {
  expect([first.stream.silentMs, second.stream.silentMs]).toEqual([null, null]);
  await first.send(COMMENT);
  await browser.pass(17_000);
  expect([first.stream.silentMs, second.stream.silentMs]).toEqual([17_000, 17_000]);
});

test("silence of the service lets both tabs poll, and the lock stays", async () => {
  await first.send(SNAPSHOT);
  await browser.pass(36_000);
  expect([first.changes, second.changes]).toEqual([1, 1]);
  await browser.pass(60_000);
  expect([first.opened > 1, second.opened]).toEqual([true, 0]);
  expect(second.stream.silentMs).toBe(96_000);
});

test.each<[string, (tab: Tab) => void]>([
  ["is closed", (tab) => tab.stream.stop()],
  [
    "is hidden",
    (tab) => {
      tab.isVisible = false;
    },
  ],
])("when the leading tab %s, the other connects and assumes a change", async (_, end) => {
  await first.send(SNAPSHOT);
  end(first);
  browser.tabs = first.isVisible ? [second] : browser.tabs;
  await browser.pass(1_000);
  expect([first.isConnected, second.isConnected]).toEqual([false, true]);
  await second.send(SNAPSHOT);
  expect(second.changes).toBe(1);
});

test("a frozen tab loses its lock, and follows when it wakes up", async () => {
  await first.send(SNAPSHOT);
  first.isFrozen = true;
  await browser.pass(MAX_LEADER_SILENCE_MS);
  expect(second.opened).toBe(0);
  await browser.pass(1_000);
  expect(second.isConnected).toBe(true);
  await second.send(SNAPSHOT);
  expect(second.changes).toBe(1);
  first.isFrozen = false;
  await browser.pass(20_000);
  expect(browser.connected).toEqual([second]);
  await second.send(STATUS);
  expect(first.changes).toBe(1);
});

test("a hidden tab has no connection and knows nothing about silence", async () => {
  await first.send(SNAPSHOT);
  for (const tab of browser.tabs) tab.isVisible = false;
  await browser.pass(60_000);
  expect([browser.connected, browser.locks]).toEqual([[], []]);
  expect([first.stream.silentMs, second.stream.silentMs]).toEqual([null, null]);
  second.isVisible = true;
  await browser.pass(1_000);
  expect(browser.connected).toEqual([second]);
});

test("without locks each tab has its own connection", async () => {
  browser = new TestBrowser();
  browser.canLock = false;
  const tabs = [browser.openTab(), browser.openTab()];
  await settled();
  expect(browser.connected).toEqual(tabs);
});

test("a page that may not use locks has its own connection", async () => {
  browser = new TestBrowser();
  browser.isLockRejected = true;
  const tab = browser.openTab();
  await browser.pass(1_000);
  expect(browser.connected).toEqual([tab]);
});
