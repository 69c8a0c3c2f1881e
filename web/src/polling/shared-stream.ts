// One stream for all tabs of a browser. One tab leads: it has the connection, and the others get its messages.
import { type ClockReading, elapsedMs } from "../status/clock.ts";
import type { PollingEnvironment } from "./browser.ts";
import { StatusStream } from "./status-stream.ts";
import type { LockRequest, TabGroup, TabMessage } from "./tab-group.ts";
import { nextTabStep, REPORT_INTERVAL_MS, type TabRole } from "./tab-role.ts";

export interface SharedStreamOptions {
  environment: Pick<PollingEnvironment, "now" | "random" | "fetch" | "joinTabs">;
  /** A hidden page needs no stream: browsers allow few connections for all tabs. */
  isAllowed: () => boolean;
  /** The status of the city or of a facility may have changed. */
  changed: () => void;
}

/** The owner calls `tick` about once a second. */
export class SharedStream {
  private role: TabRole = "apart";
  private group: TabGroup | null = null;
  private releaseLock: () => void = () => undefined;
  /** Events of earlier lock requests are ignored. */
  private lockRequests = 0;
  private leaderSeenAt: ClockReading;
  private reportedAt: ClockReading;
  /** When the service last sent something, by this tab or the leading one. */
  private receivedAt: ClockReading | null = null;
  private readonly stream: StatusStream;

  constructor(
    /** Of any resource of the service. */
    private readonly serviceUrl: string,
    private readonly options: SharedStreamOptions,
  ) {
    const { now, random, fetch } = options.environment;
    [this.leaderSeenAt, this.reportedAt] = [now(), now()];
    this.stream = new StatusStream(serviceUrl, {
      now,
      random,
      open: fetch,
      received: () => {
        this.receivedAt = now();
        this.report(false);
      },
      changed: () => {
        options.changed();
        this.report(true);
      },
    });
  }

  /** How long the service has been silent. Null: this page has received nothing since it was shown. */
  get silentMs(): number | null {
    return this.receivedAt === null ? null : elapsedMs(this.receivedAt, this.now());
  }

  tick(): void {
    const leaderSilentMs = elapsedMs(this.leaderSeenAt, this.now());
    const step = nextTabStep({ role: this.role, isAllowed: this.options.isAllowed(), leaderSilentMs });
    if (step === "leave") this.stop();
    if (step === "join") this.join();
    if (step === "takeOver") this.follow(true);
    if (this.role === "leading" || this.role === "alone") this.stream.tick();
    if (elapsedMs(this.reportedAt, this.now()) >= REPORT_INTERVAL_MS) this.report(false);
  }

  stop(): void {
    this.lockRequests += 1;
    this.releaseLock();
    this.group?.close();
    this.stream.stop();
    [this.group, this.receivedAt, this.role] = [null, null, "apart"];
    this.releaseLock = () => undefined;
  }

  private now(): ClockReading {
    return this.options.environment.now();
  }

  private join(): void {
    this.group = this.options.environment.joinTabs(this.serviceUrl, (message) => this.receive(message));
    if (this.group === null) this.role = "alone";
    else this.follow(false);
  }

  private follow(steal: boolean): void {
    // A request that still waits would be granted later, a second time.
    this.releaseLock();
    this.lockRequests += 1;
    const number = this.lockRequests;
    [this.role, this.leaderSeenAt] = ["following", this.now()];
    const ifCurrent =
      <Args extends unknown[]>(run: (...args: Args) => void) =>
      (...args: Args): void => {
        if (number === this.lockRequests) run(...args);
      };
    const request: LockRequest = {
      steal,
      held: ifCurrent(() => this.lead()),
      lost: ifCurrent((isSupported: boolean) => this.loseLock(isSupported)),
    };
    this.releaseLock = this.group?.requestLock(request) ?? (() => undefined);
  }

  private lead(): void {
    this.role = "leading";
    if (this.receivedAt !== null) this.stream.resume();
    this.stream.tick();
    this.report(false);
  }

  private loseLock(isSupported: boolean): void {
    this.stream.stop();
    if (isSupported) {
      this.follow(false);
      return;
    }
    this.role = "alone";
    this.stream.tick();
  }

  private receive({ isChange, silentMs }: TabMessage): void {
    if (this.role !== "following") return;
    const now = this.now();
    this.leaderSeenAt = now;
    if (silentMs !== null) this.receivedAt = { wall: now.wall - silentMs, monotonic: now.monotonic - silentMs };
    if (isChange) this.options.changed();
  }

  private report(isChange: boolean): void {
    if (this.role !== "leading") return;
    this.reportedAt = this.now();
    this.group?.post({ isChange, silentMs: this.silentMs });
  }
}
