import type { ReactiveController, ReactiveControllerHost } from "lit";

/** Repeats an action while its page is visible. */
export class IntervalController implements ReactiveController {
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(
    host: ReactiveControllerHost,
    private readonly intervalMs: number,
    private readonly action: () => void,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    this.timer = setInterval(() => {
      if (document.visibilityState === "visible") this.action();
    }, this.intervalMs);
  }

  hostDisconnected(): void {
    clearInterval(this.timer);
  }
}
