// The second tap of a double tap must not hit what has moved under the finger.
import { isDoubleTap, type Tap } from "../map/gestures.ts";
import type { Pixel } from "../map/view.ts";

const SECOND_TAP_MS = 400;

export class SecondTapFilter {
  private lastClick: Pixel | null = null;
  private moved: Tap | null = null;

  /** Handles every click first. Ignores only a pointer: a key is always meant for what has the focus. */
  readonly filter = (event: MouseEvent): void => {
    const at = event.detail === 0 ? null : { left: event.clientX, top: event.clientY };
    if (at !== null && isDoubleTap(this.moved, { at, time: performance.now() }, SECOND_TAP_MS)) {
      event.preventDefault();
      event.stopPropagation();
    }
    this.lastClick = at;
  };

  /** Call it when a click has changed the layout. */
  layoutChanged(): void {
    this.moved = this.lastClick === null ? null : { at: this.lastClick, time: performance.now() };
  }
}
