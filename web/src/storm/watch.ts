// Keeps a screen in touch with the service: asks about once a minute, backs off, wakes up, and never takes an old answer for a new one.
import type { ReactiveController, ReactiveControllerHost } from "lit";
import {
  type City,
  type CityStatus,
  type FacilitiesReport,
  type Parameters,
  readCity,
  readFacilities,
  readStatus,
  readStrikes,
} from "../data/lightning.ts";
import { RequestFailed } from "../data/public-api.ts";
import { Sheet } from "../map/sheet.ts";
import { columns, merged, NO_STRIKES, type Strike, type StrikeColumns } from "../map/strikes.ts";
import { isNews, serverNow, type Told } from "../words/freshness.ts";
import { elapsed, type Moment, moment } from "../words/moment.ts";
import { type Known, nextLook, wokenLook } from "../words/polling.ts";
import { historyStart, strikesSince } from "./catching-up.ts";

const MOST_STRIKES = 10_000;
const SECOND_MS = 1_000;
/** How far back the service looks unless it is told otherwise. */
const USUAL_HOURS = 8;

export interface Wishes {
  /** What differs from the service's own. */
  parameters: Partial<Parameters>;
  /** A time of the past; null is live. */
  asOf: string | null;
  /** Whether to go on asking while nobody looks. */
  unseen: boolean;
}

export interface Answer extends FacilitiesReport {
  status: CityStatus;
}

export class StormWatch implements ReactiveController {
  city: City | null = null;
  sheet: Sheet | null = null;
  answer: Answer | null = null;
  told: Told | null = null;
  strikes: StrikeColumns = NO_STRIKES;
  /** Questions in a row without an answer. */
  failures = 0;
  trouble: RequestFailed | null = null;
  isAsking = false;

  private held: Strike[] = [];
  private looks = 0;
  private heldHours = 0;
  private askedAt: Moment | null = null;
  private takesAny = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private ticker: ReturnType<typeof setInterval> | undefined;
  private asking = new AbortController();
  private stop = new AbortController();

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly wishes: () => Wishes,
    /** Called after each answer that was news. */
    private readonly heard: () => void = () => undefined,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    this.stop = new AbortController();
    const { signal } = this.stop;
    document.addEventListener("visibilitychange", () => this.wake(), { signal });
    window.addEventListener("online", () => this.wake(), { signal });
    window.addEventListener("pageshow", () => this.wake(), { signal });
    this.ticker = setInterval(() => this.host.requestUpdate(), SECOND_MS);
    this.plan(0);
  }

  hostDisconnected(): void {
    this.stop.abort();
    this.asking.abort();
    clearTimeout(this.timer);
    clearInterval(this.ticker);
  }

  /** The wishes are others: ask at once, and take what comes even when it is of an earlier time. */
  again(): Promise<void> {
    this.takesAny = true;
    clearTimeout(this.timer);
    return this.look();
  }

  /** Waits for the city, without which nothing can be placed. */
  async sheetKnown(): Promise<void> {
    if (this.city === null) this.meet(await readCity(this.stop.signal));
  }

  private meet(city: City): void {
    this.city ??= city;
    this.sheet ??= city.projection === null ? null : new Sheet(city.projection);
  }

  askNow(): void {
    this.plan(wokenLook({ ...this.known(), replaying: false, retryAfterMs: null }) ?? 0);
  }

  /** The service's own time, by its word and what has passed since. */
  now(): number {
    return this.told === null ? Date.now() : serverNow(this.told, moment());
  }

  private wake(): void {
    if (document.visibilityState !== "visible") return;
    this.host.requestUpdate();
    if (!this.isAsking) this.plan(wokenLook(this.known()));
  }

  private plan(wait: number | null): void {
    clearTimeout(this.timer);
    if (wait !== null) this.timer = setTimeout(() => void this.look(), wait);
  }

  private known(): Known {
    const now = moment();
    const ends = (this.answer?.facilities ?? [])
      .map(({ proximity }) => Date.parse(proximity?.clearAt ?? ""))
      .filter((at) => !Number.isNaN(at));
    return {
      replaying: this.wishes().asOf !== null && this.told !== null && this.failures === 0,
      sinceAskedMs: this.askedAt === null ? null : elapsed(this.askedAt, now),
      failures: this.failures,
      retryAfterMs: this.trouble?.retryAfterMs ?? null,
      changeInMs: this.told === null || ends.length === 0 ? null : Math.min(...ends) - serverNow(this.told, now),
    };
  }

  private async look(): Promise<void> {
    // A page that nobody sees asks nothing; it wakes when it is seen.
    if (document.visibilityState !== "visible" && !this.wishes().unseen && this.askedAt !== null) return;
    this.asking.abort();
    this.asking = new AbortController();
    const signal = AbortSignal.any([this.asking.signal, this.stop.signal]);
    const askedAt = moment();
    this.askedAt = askedAt;
    this.isAsking = true;
    try {
      await this.ask(askedAt, signal);
      [this.failures, this.trouble] = [0, null];
    } catch (error) {
      if (signal.aborted) return;
      this.failures += 1;
      this.trouble = error instanceof RequestFailed ? error : new RequestFailed(null, null, null);
    }
    this.isAsking = false;
    this.host.requestUpdate();
    this.plan(nextLook(this.known(), Math.random()));
  }

  private async ask(askedAt: Moment, signal: AbortSignal): Promise<void> {
    const { parameters, asOf } = this.wishes();
    const past = asOf === null ? {} : { asOf };
    const [city, facilities, status, strikes] = await Promise.all([
      this.city ?? readCity(signal),
      readFacilities(signal, { ...parameters, ...past }),
      readStatus(signal, asOf ?? undefined),
      this.readStrikes(signal),
    ]);
    if (signal.aborted) return;
    this.meet(city);
    const told: Told = { asOf: facilities.asOf, feed: facilities.feed, askedAt };
    if (!this.takesAny && !isNews(this.told, told)) return;
    this.takesAny = false;
    [this.answer, this.told] = [{ ...facilities, status }, told];
    this.held = strikes;
    this.strikes = columns(strikes, this.sheet);
    this.heard();
  }

  /** The strikes of the history window; only what is new of them, as a rule. */
  private async readStrikes(signal: AbortSignal): Promise<Strike[]> {
    const { parameters, asOf } = this.wishes();
    if (asOf !== null) return this.held;
    const hours = parameters.historyHours ?? this.answer?.parameters.historyHours ?? USUAL_HOURS;
    const since = strikesSince(
      { asOf: this.told?.asOf ?? null, looks: this.looks, historyHours: this.heldHours },
      hours,
    );
    // What the service takes by itself needs no clock of ours, which may be wrong.
    const from = since ?? (hours <= USUAL_HOURS ? undefined : historyStart(this.now(), hours));
    const answer = await readStrikes(signal, { limit: MOST_STRIKES, ...(from === undefined ? {} : { since: from }) });
    [this.looks, this.heldHours] = since === undefined ? [0, hours] : [this.looks + 1, this.heldHours];
    const start = Date.parse(answer.asOf) - hours * 3_600_000;
    return since === undefined ? answer.strikes : merged(this.held, answer.strikes, start);
  }
}
