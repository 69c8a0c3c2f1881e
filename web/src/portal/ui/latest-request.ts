import type { ReactiveController, ReactiveControllerHost } from "lit";
import { ApiError, type Problem, unreachableProblem } from "../../data/problem.ts";

/** Only the newest request of an element counts: a new one aborts the one before, and removing the element aborts it. */
export class LatestRequest implements ReactiveController {
  private controller = new AbortController();

  constructor(host: ReactiveControllerHost) {
    host.addController(this);
  }

  hostDisconnected(): void {
    this.abort();
  }

  abort(): void {
    this.controller.abort();
  }

  /** Of the newest request. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  start(): AbortSignal {
    this.abort();
    this.controller = new AbortController();
    return this.signal;
  }

  /** Calls `done` or `failed`, unless the request was aborted meanwhile. */
  async run<T>(
    request: (signal: AbortSignal) => Promise<T>,
    done: (value: T) => void,
    failed: (problem: Problem) => void,
  ): Promise<void> {
    const signal = this.start();
    try {
      const value = await request(signal);
      if (!signal.aborted) done(value);
    } catch (error) {
      if (!signal.aborted) failed(error instanceof ApiError ? error.problem : unreachableProblem(error));
    }
  }
}
