// Keeps asking for the live status while a replay is shown.
import type { ReactiveController, ReactiveControllerHost } from "lit";
import { type CityStatus, type FacilitiesReport, readStatus } from "../data/lightning.ts";
import { TIMEOUT_MS } from "../data/public-api.ts";
import { browserEnvironment } from "../polling/browser.ts";
import { Poller } from "../polling/poller.ts";
import { SharedStream } from "../polling/shared-stream.ts";
import { hasLostContact } from "../polling/silence.ts";
import { type ClockReading, readClock } from "../status/clock.ts";
import { isNewer, type Snapshot, withoutContact } from "../status/freshness.ts";
import { type Coverage, FacilityReader, type LoadedFacilities } from "./parts/facility-reader.ts";
import { commonTime } from "./parts/report-time.ts";
import type { PollParams } from "./storm-poller.ts";

export class LiveStatus implements ReactiveController {
  report: FacilitiesReport | null = null;
  snapshot: Snapshot | null = null;
  cityStatus: CityStatus | null = null;
  /** Which facilities are in the report; null if all are. */
  coverage: Coverage | null = null;

  private readonly reader = new FacilityReader();
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
    const status = readStatus(signal);
    const [{ report, coverage }, cityStatus] = await Promise.all([this.requestFacilities(signal, status), status]);
    const { asOf, feed } = commonTime(report, coverage === null ? [] : [cityStatus]);
    const snapshot: Snapshot = { asOf, feed, requestedAt };
    if (signal.aborted || !isNewer(this.snapshot, snapshot)) return;
    [this.report, this.snapshot, this.cityStatus, this.coverage] = [report, snapshot, cityStatus, coverage];
  }

  private async requestFacilities(signal: AbortSignal, status: Promise<CityStatus>): Promise<LoadedFacilities> {
    const { parameters, list } = this.params();
    const { facilityCount, unknownCount } = this.cityStatus ?? (await status);
    const wanted = { ...list, search: "", bounds: null };
    return this.reader.read(signal, parameters, wanted, facilityCount + unknownCount);
  }
}
