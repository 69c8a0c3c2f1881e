/**
 * Delays updates while a value is being selected: text that moves under a pressed mouse selects something else. Elements
 * whose size or position matters for the text wait for `ended` before they update.
 */
export class LayoutHold {
  private held: { ended: Promise<void>; end: () => void } | null = null;

  /** Resolves at once unless something is held. */
  get ended(): Promise<void> {
    return this.held?.ended ?? Promise.resolve();
  }

  begin(): void {
    if (this.held !== null) return;
    let end = () => {};
    const ended = new Promise<void>((resolve) => (end = resolve));
    this.held = { ended, end };
  }

  end(): void {
    this.held?.end();
    this.held = null;
  }
}

/** There is one mouse. */
export const layoutHold = new LayoutHold();
