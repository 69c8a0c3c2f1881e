import type { ReactiveController, ReactiveControllerHost } from "lit";
import { ApiError, formMessage, type Problem, unreachableProblem } from "../../data/problem.ts";
import { commonText } from "./text.ts";

/** Sends a form, once at a time, and keeps the error for the form to show. */
export class Submission implements ReactiveController {
  busy = false;
  private problem: Problem | null = null;
  private stop = new AbortController();

  constructor(
    private readonly host: ReactiveControllerHost & HTMLElement,
    /** The fields that show their own error. */
    private readonly shownFields: readonly string[] = [],
  ) {
    host.addController(this);
  }

  hostDisconnected(): void {
    this.cancel();
  }

  /** Ends what is being sent, without an error. */
  cancel(): void {
    this.stop.abort();
  }

  error(field: string): string | undefined {
    return this.problem?.fields[field];
  }

  /** An error that no shown field covers. */
  get message(): string | null {
    return this.problem === null ? null : formMessage(this.problem, this.shownFields);
  }

  /** For a form that is used again for something else. */
  clear(): void {
    this.problem = null;
  }

  /** For errors that the form finds before anything is sent. */
  reject(fields: Record<string, string>): void {
    void this.fail({ status: null, message: commonText().checkFields, fields });
  }

  async send(action: (signal: AbortSignal) => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.problem = null;
    this.stop = new AbortController();
    const { signal } = this.stop;
    this.host.requestUpdate();
    try {
      await action(signal);
    } catch (error) {
      if (!signal.aborted) await this.fail(error instanceof ApiError ? error.problem : unreachableProblem(error));
    } finally {
      this.busy = false;
      this.host.requestUpdate();
    }
  }

  private async fail(problem: Problem): Promise<void> {
    this.problem = problem;
    this.host.requestUpdate();
    await this.host.updateComplete;
    // Screen readers read the label together with the error.
    this.host.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }
}
