// Says when something has changed, by the event stream of the service. Polling goes on, so that nothing depends on it.
import { retryAfterMs } from "../data/public-api.ts";
import { type ClockReading, elapsedMs } from "../status/clock.ts";
import { EventStreamParser } from "./event-stream.ts";
import { streamRetryInMs } from "./schedule.ts";
import { MAX_SILENCE_MS } from "./silence.ts";

const STREAM_PATH = "/lightning-strikes/stream";

export interface StreamOptions {
  now: () => ClockReading;
  /** From 0 to 1. */
  random: () => number;
  open: (url: string, signal: AbortSignal) => Promise<Response>;
  /** Something was received, at least a comment. */
  received: () => void;
  /** The status of the city or of a facility may have changed. */
  changed: () => void;
}

/** One connection. The owner calls `tick` about once a second. */
export class StatusStream {
  private connection: AbortController | null = null;
  private receivedAt: ClockReading | null = null;
  private retryInMs = 0;
  private failures = 0;
  /** What changed before the first connection is in the first response. */
  private wasConnected = false;

  constructor(
    /** Of any resource of the service. */
    private readonly serviceUrl: string,
    private readonly options: StreamOptions,
  ) {}

  tick(): void {
    const sinceMs = this.receivedAt === null ? Infinity : elapsedMs(this.receivedAt, this.options.now());
    if (this.connection !== null && sinceMs > MAX_SILENCE_MS) {
      this.stop();
      // Polling shows whether the service responds.
      this.options.changed();
      this.fail(null);
    } else if (this.connection === null && sinceMs >= this.retryInMs) {
      void this.connect();
    }
  }

  /** Another tab had a connection before, and changes may have been missed since. */
  resume(): void {
    this.wasConnected = true;
  }

  stop(): void {
    this.connection?.abort();
    this.connection = null;
  }

  private async connect(): Promise<void> {
    const connection = new AbortController();
    [this.connection, this.receivedAt] = [connection, this.options.now()];
    let retryAfter: number | null = null;
    try {
      const url = new URL(STREAM_PATH, this.serviceUrl).href;
      const response = await this.options.open(url, connection.signal);
      retryAfter = retryAfterMs(response.headers.get("retry-after"));
      if (response.ok && response.body !== null) await this.read(response.body, connection);
    } catch {
      // As an end of the stream.
    }
    if (this.connection !== connection) return;
    this.connection = null;
    this.fail(retryAfter);
  }

  private async read(body: ReadableStream<Uint8Array>, connection: AbortController): Promise<void> {
    const [parser, decoder, reader] = [new EventStreamParser(), new TextDecoder(), body.getReader()];
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      if (this.connection !== connection) return;
      this.receivedAt = this.options.now();
      const blocks = parser.push(decoder.decode(part.value, { stream: true }));
      this.options.received();
      if (blocks.some(({ event }) => event !== "")) this.receive();
    }
  }

  private receive(): void {
    this.failures = 0;
    if (this.wasConnected) this.options.changed();
    this.wasConnected = true;
  }

  private fail(retryAfter: number | null): void {
    this.failures += 1;
    this.receivedAt = this.options.now();
    this.retryInMs = Math.max(streamRetryInMs(this.failures, this.options.random()), retryAfter ?? 0);
  }
}
