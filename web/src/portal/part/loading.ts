import { html, nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from "lit";
import { noAnswer, type Problem, Refusal } from "../../data/problem.ts";
import { formatTime } from "../time.ts";

type State<T> = { is: "loading" } | { is: "ready"; value: T } | { is: "failed"; problem: Problem };

/** Reads something when its page appears, and stops when the page goes away. */
export class Loading<T> implements ReactiveController {
  state: State<T> = { is: "loading" };
  /** Since when reading again has failed: what is shown is as old as that. */
  missedSince: Date | null = null;
  private readAt = new Date();
  private stop = new AbortController();

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly load: (signal: AbortSignal) => Promise<T>,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    void this.again();
  }

  hostDisconnected(): void {
    this.stop.abort();
  }

  /** What was read, if it was. */
  get value(): T | null {
    return this.state.is === "ready" ? this.state.value : null;
  }

  set(value: T): void {
    this.become({ is: "ready", value });
  }

  async again(): Promise<void> {
    this.stop.abort();
    this.stop = new AbortController();
    const { signal } = this.stop;
    this.become({ is: "loading" });
    try {
      const value = await this.load(signal);
      if (!signal.aborted) this.become({ is: "ready", value });
    } catch (error) {
      if (!signal.aborted)
        this.become({ is: "failed", problem: error instanceof Refusal ? error.problem : noAnswer(error) });
    }
  }

  /** Reads again without a word: what was read stays until there is something newer. When that fails, it is told how old it is. */
  async refresh(join: (before: T, now: T) => T = (_before, now) => now): Promise<void> {
    if (this.state.is !== "ready") return;
    const { signal } = this.stop;
    const value = await this.load(signal).catch(() => null);
    if (signal.aborted || this.state.is !== "ready") return;
    if (value !== null) return this.set(join(this.state.value, value));
    this.missedSince ??= this.readAt;
    this.host.requestUpdate();
  }

  private become(state: State<T>): void {
    this.state = state;
    this.missedSince = null;
    this.readAt = new Date();
    this.host.requestUpdate();
  }
}

/** The three states of something that is read. */
export function loaded<T>(loading: Loading<T>, ready: (value: T) => unknown): TemplateResult {
  const { state } = loading;
  if (state.is === "ready") return html`${missed(loading.missedSince)} ${ready(state.value)}`;
  if (state.is === "loading") return html`<p class="quiet" role="status">Loading …</p>`;
  return html`<div class="notice bad" role="alert">
    <p>${state.problem.words}</p>
    <button type="button" class="second" @click=${() => void loading.again()}>Try again</button>
  </div>`;
}

/** What is shown although it could not be read again is never shown as if it were of now. */
function missed(since: Date | null): TemplateResult | typeof nothing {
  if (since === null) return nothing;
  return html`<div class="notice bad" role="alert">
    <p>This is as of ${formatTime(since.toISOString(), { seconds: true })}: the service has not answered since. It is tried again all the time.</p>
  </div>`;
}
