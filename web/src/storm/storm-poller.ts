// Polls about once a minute, backs off after failures, and ignores responses that are not newer.
import type { ReactiveController, ReactiveControllerHost } from "lit";
import {
  type City,
  type CityStatus,
  DEFAULT_PARAMETERS,
  type FacilitiesReport,
  type FacilityThreat,
  type Parameters,
  readCity,
  readStatus,
  readStrikes,
} from "../data/lightning.ts";
import { type RequestFailed, TIMEOUT_MS } from "../data/public-api.ts";
import { CityProjection } from "../map/city-projection.ts";
import { mergeStrikes, NO_STRIKES, type Strike, type StrikeColumns, toColumns } from "../map/strikes.ts";
import { browserEnvironment } from "../polling/browser.ts";
import { Poller } from "../polling/poller.ts";
import { SharedStream } from "../polling/shared-stream.ts";
import { hasLostContact } from "../polling/silence.ts";
import { type ClockReading, readClock } from "../status/clock.ts";
import { type Snapshot, serverNow, withoutContact } from "../status/freshness.ts";
import { Memo } from "./memo.ts";
import { takePageReport } from "./page-report.ts";
import {
  type Coverage,
  FacilityReader,
  type ListParams,
  type LoadedFacilities,
  type WantedParts,
} from "./parts/facility-reader.ts";
import { commonTime, nextSnapshot, retriesOlder } from "./parts/report-time.ts";
import { historyStart, strikesSince } from "./strike-window.ts";

const MAX_STRIKES = 10_000;
const HOUR_MS = 3_600_000;
/** So that a move of the map or a word in the search is one request. */
const PARTS_DELAY_MS = 300;

export interface PollParams {
  /** The thresholds that differ from the city's values. */
  parameters: Partial<Parameters>;
  /** A time in the past; null is live. */
  asOf: string | null;
  /** Whether to keep polling while the page is hidden. */
  pollsHidden: boolean;
  /** Which facilities of a large city are shown. */
  list: ListParams;
}

export interface StormReport extends FacilitiesReport {
  cityStatus: CityStatus;
}

export class StormPoller implements ReactiveController {
  city: City | null = null;
  projection: CityProjection | null = null;
  report: StormReport | null = null;
  snapshot: Snapshot | null = null;
  /** Whether the report is about a time in the past. */
  isPast = false;
  strikes: StrikeColumns = NO_STRIKES;
  /** Whether facilities were loaded; the report of the page may have one, or none. */
  hasFacilities = false;
  /** Which facilities are in the report; null if all are. */
  coverage: Coverage | null = null;
  /** `bbox` of what the map shows. */
  bounds: string | null = null;
  /** Whether strikes were loaded: the page itself has none. */
  hasStrikes = false;
  /** How many strikes are shown if the service has more; null if all are. */
  drawnOf: number | null = null;

  private readonly reader = new FacilityReader();
  /** The parts of the last request, and those of the next one if it was not sent yet. */
  private requestedParts = "";
  private nextParts = "";
  private partsTimer: ReturnType<typeof setTimeout> | undefined;
  private strikeRows: Strike[] = [];
  private readonly firstEnd = new Memo<number | null>();
  private pollsSinceFullHistory = 0;
  private strikeHours = 0;
  private acceptsOlder = false;
  /** In a row. */
  private olderReports = 0;
  private stop = new AbortController();
  private readonly poller = new Poller({
    now: readClock,
    random: Math.random,
    request: (requestedAt, signal) => this.request(requestedAt, signal),
    settled: () => this.host.requestUpdate(),
    timeoutMs: TIMEOUT_MS,
    statusEndsInMs: (now) => this.statusEndsInMs(now),
    isReplay: () => this.params().asOf !== null && this.snapshot !== null && this.failures === 0,
    // A hidden page polls again when it is visible.
    isAllowed: () => this.isAllowed(),
  });
  private readonly stream = new SharedStream(location.href, {
    environment: browserEnvironment,
    isAllowed: () => this.isAllowed() && this.params().asOf === null,
    changed: () => this.poller.change(),
  });

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly params: () => PollParams,
    /** Called after each newer report. */
    private readonly updated: () => void = () => undefined,
  ) {
    host.addController(this);
  }

  get failures(): number {
    return this.poller.failures;
  }

  get error(): RequestFailed | null {
    return this.poller.error;
  }

  hostConnected(): void {
    this.stop = new AbortController();
    const { signal } = this.stop;
    const stopTicking = browserEnvironment.everySecond(() => this.tick());
    const stopWaking = browserEnvironment.onWake(() => {
      this.host.requestUpdate();
      this.poller.wake();
    });
    signal.addEventListener("abort", () => {
      stopTicking();
      stopWaking();
    });
    if (this.report === null) this.showPageReport();
    void this.poller.requestNow();
    this.stream.tick();
  }

  hostDisconnected(): void {
    clearTimeout(this.partsTimer);
    this.stop.abort();
    this.stream.stop();
    this.poller.stop();
  }

  /** A large city is read again when something else of it is shown. */
  hostUpdated(): void {
    if (this.coverage === null) return;
    const parts = JSON.stringify(this.wanted());
    if (parts === this.requestedParts || parts === this.nextParts) return;
    this.nextParts = parts;
    clearTimeout(this.partsTimer);
    this.partsTimer = setTimeout(() => void this.poller.requestNow(), PARTS_DELAY_MS);
  }

  /** Whether the facilities of what the map shows are in the report. */
  get coversMap(): boolean {
    return this.coverage === null || this.coverage.wanted.bounds === this.bounds;
  }

  /** Whether the report would have the facility if it existed. */
  covers(id: number): boolean {
    return this.hasFacilities && (this.coverage === null || this.coverage.wanted.ids.includes(id));
  }

  /** For changed parameters: requests at once, and accepts a report of an earlier time. */
  reload(): Promise<void> {
    this.acceptsOlder = true;
    return this.poller.requestNow();
  }

  /** For the refresh button. */
  refresh(): void {
    this.poller.refresh();
  }

  /** Loads the city, whose projection positions everything on the map. */
  async loadProjection(): Promise<void> {
    if (this.city === null) this.setCity(await readCity(this.stop.signal));
  }

  /** The server's time now. */
  now(): number {
    return this.snapshot === null || this.isPast ? Date.now() : serverNow(this.snapshot, readClock());
  }

  private isAllowed(): boolean {
    return browserEnvironment.isVisible() || this.params().pollsHidden;
  }

  private tick(): void {
    this.stream.tick();
    this.poller.tick();
    if (this.snapshot !== null && hasLostContact(this.stream.silentMs, this.failures))
      this.snapshot = withoutContact(this.snapshot);
    this.host.requestUpdate();
  }

  /** Until the first response, which replaces it even if another process of the service is a moment behind. */
  private showPageReport(): void {
    const { parameters, asOf } = this.params();
    const page = asOf === null && Object.keys(parameters).length === 0 ? takePageReport() : null;
    if (page === null) return;
    const { city, cityStatus, facilities, requestedAt } = page;
    this.setCity(city);
    this.report = { ...facilities, cityStatus };
    this.snapshot = { asOf: facilities.asOf, feed: facilities.feed, requestedAt };
    this.hasFacilities = page.isComplete;
    this.acceptsOlder = true;
  }

  private setCity(city: City): void {
    this.city ??= city;
    this.projection ??= city.projection === null ? null : new CityProjection(city.projection);
  }

  private statusEndsInMs(now: ClockReading): number | null {
    const { snapshot } = this;
    const end = this.firstEnd.get([this.report], () => firstClearAt(this.report?.facilities ?? []));
    return snapshot === null || end === null ? null : end - serverNow(snapshot, now);
  }

  private wanted(): WantedParts {
    return { ...this.params().list, bounds: this.bounds };
  }

  private async request(requestedAt: ClockReading, signal: AbortSignal): Promise<void> {
    const { asOf } = this.params();
    const status = readStatus(signal, asOf ?? undefined);
    const [city, { report: facilities, coverage }, cityStatus, strikes] = await Promise.all([
      this.city ?? readCity(signal),
      this.requestFacilities(signal, status),
      status,
      this.requestStrikes(signal),
    ]);
    if (signal.aborted) return;
    this.setCity(city);
    // The status of a large city is by its counts.
    const time = commonTime(facilities, coverage === null ? [] : [cityStatus]);
    const received: Snapshot = { asOf: time.asOf, feed: time.feed, requestedAt };
    const isOtherPart = JSON.stringify(coverage?.wanted) !== JSON.stringify(this.coverage?.wanted);
    const snapshot = this.acceptsOlder ? received : nextSnapshot(this.snapshot, received, isOtherPart);
    if (snapshot === null) {
      this.olderReports += 1;
      if (retriesOlder(this.snapshot, received, this.olderReports) && coverage !== null) this.poller.change();
      return;
    }
    [this.acceptsOlder, this.olderReports] = [false, 0];
    [this.report, this.snapshot, this.isPast] = [{ ...facilities, cityStatus }, snapshot, asOf !== null];
    [this.hasFacilities, this.hasStrikes, this.coverage] = [true, true, coverage];
    this.strikeRows = strikes;
    this.strikes = toColumns(strikes, this.projection);
    this.updated();
  }

  /** By the last known size of the city, so that only a page without any report waits for its status. */
  private async requestFacilities(signal: AbortSignal, status: Promise<CityStatus>): Promise<LoadedFacilities> {
    const { parameters, asOf } = this.params();
    const wanted = this.wanted();
    this.requestedParts = this.nextParts = JSON.stringify(wanted);
    const query = { ...parameters, ...(asOf === null ? {} : { asOf }) };
    const { facilityCount, unknownCount } = this.report?.cityStatus ?? (await status);
    return this.reader.read(signal, query, wanted, facilityCount + unknownCount);
  }

  /** The strikes of the history window. Usually requests only the newest of them. */
  private async requestStrikes(signal: AbortSignal): Promise<Strike[]> {
    const { parameters, asOf } = this.params();
    if (asOf !== null) return this.strikeRows;
    const hours = parameters.historyHours ?? this.report?.parameters.historyHours ?? DEFAULT_PARAMETERS.historyHours;
    const since = strikesSince(
      {
        asOf: this.hasStrikes ? (this.snapshot?.asOf ?? null) : null,
        pollsSinceFullHistory: this.pollsSinceFullHistory,
        historyHours: this.strikeHours,
      },
      hours,
    );
    // Without `since` the service computes the start, so a wrong device clock does not matter.
    const from = since ?? (hours <= DEFAULT_PARAMETERS.historyHours ? undefined : historyStart(this.now(), hours));
    const report = await readStrikes(signal, { limit: MAX_STRIKES, ...(from === undefined ? {} : { since: from }) });
    if (since === undefined) {
      [this.pollsSinceFullHistory, this.strikeHours] = [0, hours];
      this.drawnOf = report.truncated ? report.count : null;
    } else this.pollsSinceFullHistory += 1;
    const start = Date.parse(report.asOf) - hours * HOUR_MS;
    return since === undefined ? report.strikes : mergeStrikes(this.strikeRows, report.strikes, start);
  }
}

/** When the first status changes if there are no more strikes. */
function firstClearAt(facilities: readonly FacilityThreat[]): number | null {
  const ends = facilities
    .map(({ proximity }) => Date.parse(proximity?.clearAt ?? ""))
    .filter((at) => !Number.isNaN(at));
  return ends.length === 0 ? null : Math.min(...ends);
}
