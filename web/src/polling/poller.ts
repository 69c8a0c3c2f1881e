// Sends requests when they are due and counts failures. The owner calls `tick` about once a second.
import { RequestFailed } from "../data/public-api.ts";
import { type ClockReading, elapsedMs } from "../status/clock.ts";
import { changePollInMs, nextPollInMs, type PollState, wakePollInMs } from "./schedule.ts";

export interface PollerOptions {
  now: () => ClockReading;
  /** From 0 to 1. */
  random: () => number;
  /** Rejects when there was no usable response. */
  request: (requestedAt: ClockReading, signal: AbortSignal) => Promise<void>;
  /** Called after each response and each failure. */
  settled: () => void;
  /** A request that takes longer is aborted and counts as failed. */
  timeoutMs: number;
  /** Until the countdown of the shown status ends, or null. */
  statusEndsInMs: (now: ClockReading) => number | null;
  /** A replay shows the past: requests are sent only on user action. */
  isReplay?: () => boolean;
  /** Whether scheduled requests may be sent now. */
  isAllowed?: () => boolean;
}

/** Why the next request is sent, which decides how long it waits. */
type Reason = "schedule" | "wake" | "change" | "user";

export class Poller {
  /** Requests in a row without a usable response. */
  failures = 0;
  /** The error of the last request; null if it succeeded. */
  error: RequestFailed | null = null;

  private requestedAt: ClockReading | null = null;
  private inFlight: AbortController | null = null;
  private jitter = 0.5;
  private reason: Reason = "schedule";

  constructor(private readonly options: PollerOptions) {}

  /** Sends a request if one is due. */
  tick(): void {
    const now = this.options.now();
    const { isAllowed = () => true, timeoutMs } = this.options;
    const isOverdue = this.requestedAt !== null && elapsedMs(this.requestedAt, now) > timeoutMs;
    if (isOverdue) this.inFlight?.abort();
    if (this.inFlight !== null && this.reason !== "user") return;
    if (this.requestedAt !== null && !isAllowed()) return;
    const waitMs = this.waitMs(now);
    if (waitMs !== null && waitMs <= 0) void this.requestNow();
  }

  /** The page is visible again, or the network is back. */
  wake(): void {
    if (this.inFlight === null && this.reason === "schedule") this.reason = "wake";
    this.tick();
  }

  /** The service has announced a change. A response on its way may be older than that. */
  change(): void {
    if (this.reason !== "user") this.reason = "change";
    this.tick();
  }

  /** For the refresh button: waits only for the minimum gap between requests. */
  refresh(): void {
    this.reason = "user";
    this.tick();
  }

  /** Ignores the schedule; a request in flight is aborted and does not count. */
  async requestNow(): Promise<void> {
    this.inFlight?.abort();
    const inFlight = new AbortController();
    const requestedAt = this.options.now();
    [this.inFlight, this.requestedAt, this.reason] = [inFlight, requestedAt, "schedule"];
    this.jitter = this.options.random();
    let error: unknown = null;
    try {
      await this.options.request(requestedAt, inFlight.signal);
    } catch (cause) {
      error = cause ?? new RequestFailed(null, null, null);
    }
    if (this.inFlight !== inFlight) return;
    this.inFlight = null;
    this.failures = error === null ? 0 : this.failures + 1;
    this.error = error === null || error instanceof RequestFailed ? error : new RequestFailed(null, null, null);
    this.options.settled();
    if (this.isChangePending()) this.tick();
  }

  stop(): void {
    this.inFlight?.abort();
    this.inFlight = null;
  }

  /** A change was announced while a request was in flight. */
  private isChangePending(): boolean {
    return this.reason === "change";
  }

  private waitMs(now: ClockReading): number | null {
    const state = this.state(now);
    if (this.reason === "user") return wakePollInMs({ ...state, isReplay: false, retryAfterMs: null });
    if (this.reason === "change") return changePollInMs(state);
    return this.reason === "wake" ? wakePollInMs(state) : nextPollInMs(state, this.jitter);
  }

  private state(now: ClockReading): PollState {
    return {
      isReplay: this.options.isReplay?.() ?? false,
      sinceRequestMs: this.requestedAt === null ? null : elapsedMs(this.requestedAt, now),
      failures: this.failures,
      retryAfterMs: this.error?.retryAfterMs ?? null,
      statusEndsInMs: this.options.statusEndsInMs(now),
    };
  }
}
