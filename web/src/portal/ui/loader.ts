import { html, nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from "lit";
import type { Problem } from "../../data/problem.ts";
import { formatTime } from "../time.ts";
import { LatestRequest } from "./latest-request.ts";
import { commonText } from "./text.ts";

type LoaderState<T> = { is: "loading" } | { is: "ready"; value: T } | { is: "failed"; problem: Problem };

/** Loads data when its page is connected, and aborts when the page is removed. */
export class Loader<T> implements ReactiveController {
  state: LoaderState<T> = { is: "loading" };
  /** The time of the shown data, when refreshing has failed since. */
  staleSince: Date | null = null;
  private loadedAt = new Date();
  private readonly request: LatestRequest;

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly load: (signal: AbortSignal) => Promise<T>,
  ) {
    this.request = new LatestRequest(host);
    host.addController(this);
  }

  hostConnected(): void {
    void this.reload();
  }

  get value(): T | null {
    return this.state.is === "ready" ? this.state.value : null;
  }

  set(value: T): void {
    this.setState({ is: "ready", value });
  }

  async reload(): Promise<void> {
    this.setState({ is: "loading" });
    await this.request.run(
      this.load,
      (value) => this.set(value),
      (problem) => this.setState({ is: "failed", problem }),
    );
  }

  /** Keeps the current data until newer data is there; after a failure `staleSince` says how old it is. */
  async refresh(join: (before: T, now: T) => T = (_before, now) => now): Promise<void> {
    if (this.state.is !== "ready") return;
    const { signal } = this.request;
    const value = await this.load(signal).catch(() => null);
    if (signal.aborted || this.state.is !== "ready") return;
    if (value !== null) return this.set(join(this.state.value, value));
    this.staleSince ??= this.loadedAt;
    this.host.requestUpdate();
  }

  private setState(state: LoaderState<T>): void {
    this.state = state;
    this.staleSince = null;
    this.loadedAt = new Date();
    this.host.requestUpdate();
  }
}

export function whenLoaded<T>(loading: Loader<T>, ready: (value: T) => unknown): TemplateResult {
  const { state } = loading;
  if (state.is === "ready") return html`${staleNotice(loading.staleSince)} ${ready(state.value)}`;
  if (state.is === "loading") return html`<p class="quiet" role="status">${commonText().loading}</p>`;
  return html`<div class="notice bad" role="alert">
    <p>${state.problem.message}</p>
    <button type="button" class="second" @click=${() => void loading.reload()}>${commonText().tryAgain}</button>
  </div>`;
}

/** Old data must never look current. */
function staleNotice(since: Date | null): TemplateResult | typeof nothing {
  if (since === null) return nothing;
  return html`<div class="notice bad" role="alert">
    <p>${commonText().staleData(formatTime(since.toISOString(), { seconds: true }))}</p>
  </div>`;
}
