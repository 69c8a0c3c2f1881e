// Which rows of a long list cannot be seen. Their countdowns wait until they can: in a storm each of a thousand would be
// laid out every second.
import type { ReactiveController, ReactiveControllerHost } from "lit";

/** Rows this close to the visible part are up to date when they are scrolled into it. */
const MARGIN = "300px";

export class OffscreenRows implements ReactiveController {
  private readonly ids = new Set<number>();
  private observer: IntersectionObserver | null = null;

  constructor(private readonly host: ReactiveControllerHost) {
    host.addController(this);
  }

  hostDisconnected(): void {
    this.observer?.disconnect();
    this.observer = null;
    this.ids.clear();
  }

  has(id: number): boolean {
    return this.ids.has(id);
  }

  /** For the directive `ref` on an element with `data-id`. */
  readonly observe = (row: Element | undefined): void => {
    if (row === undefined) return;
    this.observer ??= new IntersectionObserver((entries) => this.update(entries), { rootMargin: MARGIN });
    this.observer.observe(row);
  };

  private update(entries: readonly IntersectionObserverEntry[]): void {
    let hasAppeared = false;
    for (const { target, isIntersecting } of entries) {
      const id = Number((target as HTMLElement).dataset.id);
      if (isIntersecting) hasAppeared = this.ids.delete(id) || hasAppeared;
      else this.ids.add(id);
    }
    if (hasAppeared) this.host.requestUpdate();
  }
}
