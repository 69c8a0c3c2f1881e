// Polls for all elements on a page: one timer for all, one request per URL, one stream per server.
import { RequestFailed, retryAfterMs } from "../data/public-api.ts";
import type { PollingEnvironment } from "../polling/browser.ts";
import { Poller } from "../polling/poller.ts";
import { SharedStream } from "../polling/shared-stream.ts";
import { hasLostContact } from "../polling/silence.ts";
import type { ClockReading } from "../status/clock.ts";
import { isNewer, type Snapshot, serverNow, withoutContact } from "../status/freshness.ts";
import { parseRejection, parseResponse, type Rejection, type StatusReport } from "./response.ts";

export const TIMEOUT_MS = 15_000;

export interface SourceState {
  latest: (StatusReport & Snapshot) | null;
  rejection: Rejection | null;
  /** Requests in a row without a usable response. */
  failures: number;
}

export const NOTHING_KNOWN: SourceState = { latest: null, rejection: null, failures: 0 };

export type StatusListener = (state: SourceState) => void;

export class StatusSource {
  private readonly channels = new Map<string, Channel>();
  /** By origin. */
  private readonly streams = new Map<string, SharedStream>();
  private stopTimers: (() => void) | null = null;

  constructor(private readonly environment: PollingEnvironment) {}

  /** Calls the listener at once, every second and after every response, until the returned function is called. */
  subscribe(url: string, listener: StatusListener): () => void {
    const channel = this.channels.get(url) ?? new Channel(url, this.environment);
    this.channels.set(url, channel);
    // Wrapped, so that one function can subscribe twice.
    const wrapped: StatusListener = (state) => listener(state);
    channel.listeners.add(wrapped);
    this.stopTimers ??= this.startTimers();
    channel.tick(null);
    this.openStream(new URL(url).origin);
    return () => {
      channel.listeners.delete(wrapped);
      // Moving an element removes and inserts it; its channel must survive that.
      queueMicrotask(() => this.closeIfUnused(url, channel));
    };
  }

  private startTimers(): () => void {
    const { everySecond, onWake } = this.environment;
    const stopTicking = everySecond(() => {
      for (const stream of this.streams.values()) stream.tick();
      for (const [url, channel] of this.channels) channel.tick(this.streams.get(new URL(url).origin)?.silentMs ?? null);
    });
    const stopWaking = onWake(() => {
      for (const channel of this.channels.values()) channel.wake();
    });
    return () => {
      stopTicking();
      stopWaking();
    };
  }

  private openStream(origin: string): void {
    if (this.streams.has(origin)) return;
    const { environment } = this;
    const changed = () => {
      for (const [url, channel] of this.channels) if (new URL(url).origin === origin) channel.change();
    };
    const stream = new SharedStream(origin, { environment, isAllowed: environment.isVisible, changed });
    this.streams.set(origin, stream);
    stream.tick();
  }

  private closeUnusedStream(origin: string): void {
    if ([...this.channels.keys()].some((url) => new URL(url).origin === origin)) return;
    this.streams.get(origin)?.stop();
    this.streams.delete(origin);
  }

  private closeIfUnused(url: string, channel: Channel): void {
    if (channel.listeners.size > 0 || this.channels.get(url) !== channel) return;
    channel.stop();
    this.channels.delete(url);
    this.closeUnusedStream(new URL(url).origin);
    if (this.channels.size > 0) return;
    this.stopTimers?.();
    this.stopTimers = null;
  }
}

/** One URL and its listeners. */
class Channel {
  readonly listeners = new Set<StatusListener>();
  private latest: SourceState["latest"] = null;
  private rejection: Rejection | null = null;
  private readonly poller: Poller;

  constructor(
    private readonly url: string,
    private readonly environment: PollingEnvironment,
  ) {
    this.poller = new Poller({
      now: environment.now,
      random: environment.random,
      request: (requestedAt, signal) => this.request(requestedAt, signal),
      settled: () => this.notify(),
      timeoutMs: TIMEOUT_MS,
      statusEndsInMs: (now) => this.statusEndsInMs(now),
    });
  }

  /** `silentMs`: how long the stream has been silent, if there is one. */
  tick(silentMs: number | null): void {
    this.poller.tick();
    if (this.latest !== null && hasLostContact(silentMs, this.poller.failures))
      this.latest = withoutContact(this.latest);
    this.notify();
  }

  wake(): void {
    this.poller.wake();
    this.notify();
  }

  change(): void {
    this.poller.change();
  }

  stop(): void {
    this.poller.stop();
  }

  private statusEndsInMs(now: ClockReading): number | null {
    const { latest } = this;
    return latest === null || latest.clearAt === null ? null : latest.clearAt - serverNow(latest, now);
  }

  private async request(requestedAt: ClockReading, signal: AbortSignal): Promise<void> {
    const response = await this.environment.fetch(this.url, signal);
    const rejection = parseRejection(response.status);
    const report = response.ok ? parseResponse(await response.json()) : null;
    if (rejection === null && report === null) {
      throw new RequestFailed(response.status, null, retryAfterMs(response.headers.get("retry-after")));
    }
    this.rejection = rejection;
    if (report === null) {
      this.latest = null;
      return;
    }
    const received = { ...report, requestedAt };
    if (isNewer(this.latest, received)) this.latest = received;
  }

  private notify(): void {
    const state: SourceState = { latest: this.latest, rejection: this.rejection, failures: this.poller.failures };
    for (const listener of this.listeners) listener(state);
  }
}
