import type { ReactiveController, ReactiveControllerHost } from "lit";
import { noAnswer, type Problem, Refusal, wordsBeside } from "../../data/problem.ts";

/** Sends what a form asks for: once at a time, and with its refusal kept for the form to show. */
export class Sending implements ReactiveController {
  busy = false;
  private problem: Problem | null = null;
  private readonly stop = new AbortController();

  constructor(
    private readonly host: ReactiveControllerHost & HTMLElement,
    /** The fields that the form shows words beside. */
    private readonly shown: readonly string[] = [],
  ) {
    host.addController(this);
  }

  hostDisconnected(): void {
    this.stop.abort();
  }

  error(field: string): string | undefined {
    return this.problem?.fields[field];
  }

  /** What is not about one of the shown fields. */
  get words(): string | null {
    return this.problem === null ? null : wordsBeside(this.problem, this.shown);
  }

  /** The form itself finds fault, before anything is sent. */
  refuse(fields: Record<string, string>): void {
    void this.fail({ status: null, words: "Some fields need another look.", fields });
  }

  async send(act: (signal: AbortSignal) => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.problem = null;
    this.host.requestUpdate();
    try {
      await act(this.stop.signal);
    } catch (error) {
      if (!this.stop.signal.aborted) await this.fail(error instanceof Refusal ? error.problem : noAnswer(error));
    } finally {
      this.busy = false;
      this.host.requestUpdate();
    }
  }

  private async fail(problem: Problem): Promise<void> {
    this.problem = problem;
    this.host.requestUpdate();
    await this.host.updateComplete;
    // To the first field that is wrong: its label and its error are then read out together.
    this.host.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }
}
