import type { ReactiveController, ReactiveControllerHost } from "lit";

/** Does something every so often while its page is open and seen. */
export class Ticking implements ReactiveController {
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(
    host: ReactiveControllerHost,
    private readonly everyMs: number,
    private readonly act: () => void,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    this.timer = setInterval(() => {
      if (document.visibilityState === "visible") this.act();
    }, this.everyMs);
  }

  hostDisconnected(): void {
    clearInterval(this.timer);
  }
}
