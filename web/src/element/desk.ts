// Asks for all elements of a page: one timer for all of them, one request for each question. The world is handed in.
import { isNews, serverNow, type Told } from "../words/freshness.ts";
import { elapsed, type Moment } from "../words/moment.ts";
import { type Known, nextLook, wokenLook } from "../words/polling.ts";
import { type Answer, type Refusal, readAnswer, readRefusal } from "./answer.ts";

/** A question without an answer for as long is given up, and asked again. */
export const PATIENCE_MS = 15_000;

export interface World {
  now: () => Moment;
  /** From 0 to 1. */
  chance: () => number;
  fetch: (url: string, signal: AbortSignal) => Promise<Response>;
  /** Calls every second until the returned function is called. */
  everySecond: (run: () => void) => () => void;
  /** Calls when the page is seen again or the network is back. */
  onWake: (run: () => void) => () => void;
}

/** What is known about a question. */
export interface News {
  held: (Answer & Told) | null;
  refusal: Refusal | null;
  /** How many questions in a row had no answer. */
  failures: number;
}

export type Reader = (news: News) => void;

export class Desk {
  private readonly lines = new Map<string, Line>();
  private rest: (() => void) | null = null;

  constructor(private readonly world: World) {}

  /** Tells the reader at once, every second and after every answer, until the returned function is called. */
  follow(url: string, reader: Reader): () => void {
    const line = this.lines.get(url) ?? new Line(url, this.world);
    this.lines.set(url, line);
    // Wrapped, so that one function may follow twice.
    const place: Reader = (news) => reader(news);
    line.readers.add(place);
    this.rest ??= this.begin();
    line.beat();
    return () => {
      line.readers.delete(place);
      // An element that is moved is taken out and put in again: what is known outlives that.
      queueMicrotask(() => this.close(url, line));
    };
  }

  private begin(): () => void {
    const ends = [
      this.world.everySecond(() => {
        for (const line of this.lines.values()) line.beat();
      }),
      this.world.onWake(() => {
        for (const line of this.lines.values()) line.wake();
      }),
    ];
    return () => {
      for (const end of ends) end();
    };
  }

  private close(url: string, line: Line): void {
    if (line.readers.size > 0 || this.lines.get(url) !== line) return;
    line.stop();
    this.lines.delete(url);
    if (this.lines.size > 0) return;
    this.rest?.();
    this.rest = null;
  }
}

/** One question with all who read its answer. */
class Line {
  readonly readers = new Set<Reader>();
  private news: News = { held: null, refusal: null, failures: 0 };
  private askedAt: Moment | null = null;
  private asking: AbortController | null = null;
  private retryAfterMs: number | null = null;
  private chance = 0.5;
  private isWoken = false;

  constructor(
    private readonly url: string,
    private readonly world: World,
  ) {}

  beat(): void {
    const now = this.world.now();
    if (this.asking !== null && this.askedAt !== null && elapsed(this.askedAt, now) > PATIENCE_MS) this.asking.abort();
    const known = this.known(now);
    const wait = this.isWoken ? wokenLook(known) : nextLook(known, this.chance);
    if (this.asking === null && wait !== null && wait <= 0) void this.ask(now);
    this.tell();
  }

  wake(): void {
    this.isWoken = true;
    this.beat();
  }

  stop(): void {
    this.asking?.abort();
  }

  private known(now: Moment): Known {
    const { held, failures } = this.news;
    return {
      replaying: false,
      sinceAskedMs: this.askedAt === null ? null : elapsed(this.askedAt, now),
      failures,
      retryAfterMs: this.retryAfterMs,
      changeInMs: held === null || held.clearAt === null ? null : held.clearAt - serverNow(held, now),
    };
  }

  private async ask(askedAt: Moment): Promise<void> {
    const asking = new AbortController();
    this.asking = asking;
    this.askedAt = askedAt;
    this.isWoken = false;
    this.chance = this.world.chance();
    let news: News;
    try {
      news = await this.hear(await this.world.fetch(this.url, asking.signal), askedAt);
    } catch {
      news = { ...this.news, failures: this.news.failures + 1 };
    }
    this.asking = null;
    this.news = news;
    this.tell();
  }

  private async hear(response: Response, askedAt: Moment): Promise<News> {
    const seconds = Number(response.headers.get("retry-after") ?? NaN);
    this.retryAfterMs = seconds > 0 ? seconds * 1000 : null;
    const refusal = readRefusal(response.status);
    if (refusal !== null) return { held: null, refusal, failures: 0 };
    const answer = response.ok ? readAnswer(await response.json()) : null;
    if (answer === null) throw new Error(`no answer in ${response.status}`);
    const came = { ...answer, askedAt };
    const { held } = this.news;
    return { held: isNews(held, came) ? came : held, refusal: null, failures: 0 };
  }

  private tell(): void {
    for (const reader of this.readers) reader(this.news);
  }
}
