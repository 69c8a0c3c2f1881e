// Keeps asking for the live status while a replay is shown.
import type { ReactiveController, ReactiveControllerHost } from "lit";
import { type FacilitiesReport, readFacilities } from "../data/lightning.ts";
import { TIMEOUT_MS } from "../data/public-api.ts";
import { browserEnvironment } from "../polling/browser.ts";
import { Poller } from "../polling/poller.ts";
import { SharedStream } from "../polling/shared-stream.ts";
import { hasLostContact } from "../polling/silence.ts";
import { type ClockReading, readClock } from "../status/clock.ts";
import { isNewer, type Snapshot, withoutContact } from "../status/freshness.ts";
import type { PollParams } from "./storm-poller.ts";

export class LiveStatus implements ReactiveController {
  report: FacilitiesReport | null = null;
  snapshot: Snapshot | null = null;

  private stop = new AbortController();
  private readonly poller = new Poller({
    now: readClock,
    random: Math.random,
    request: (requestedAt, signal) => this.request(requestedAt, signal),
    settled: () => this.host.requestUpdate(),
    timeoutMs: TIMEOUT_MS,
    statusEndsInMs: () => null,
    isAllowed: () => this.isAllowed(),
  });
  private readonly stream = new SharedStream(location.href, {
    environment: browserEnvironment,
    isAllowed: () => this.isAllowed(),
    changed: () => this.poller.change(),
  });

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly params: () => PollParams,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    this.stop = new AbortController();
    const stopTicking = browserEnvironment.everySecond(() => this.tick());
    const stopWaking = browserEnvironment.onWake(() => this.isAllowed() && this.poller.wake());
    this.stop.signal.addEventListener("abort", () => {
      stopTicking();
      stopWaking();
    });
    this.tick();
  }

  hostDisconnected(): void {
    this.stop.abort();
    this.stream.stop();
    this.poller.stop();
  }

  private tick(): void {
    this.stream.tick();
    if (this.isAllowed()) this.poller.tick();
    if (this.snapshot !== null && hasLostContact(this.stream.silentMs, this.poller.failures))
      this.snapshot = withoutContact(this.snapshot);
  }

  private isAllowed(): boolean {
    const { asOf, pollsHidden } = this.params();
    return asOf !== null && (browserEnvironment.isVisible() || pollsHidden);
  }

  private async request(requestedAt: ClockReading, signal: AbortSignal): Promise<void> {
    const report = await readFacilities(signal, this.params().parameters);
    const snapshot: Snapshot = { asOf: report.asOf, feed: report.feed, requestedAt };
    if (!signal.aborted && isNewer(this.snapshot, snapshot)) [this.report, this.snapshot] = [report, snapshot];
  }
}
