// Converts pointer, wheel and keyboard events to map movements and clicks.
import {
  DOUBLE_TAP_MS,
  isDoubleTap,
  keyStep,
  type MapStep,
  movesMap,
  type Pointers,
  stepBetween,
  type Tap,
  wheelFactor,
  withoutPointer,
  withPointer,
} from "./gestures.ts";
import type { Pixel, Size } from "./view.ts";

/** In pixels. A shorter movement is a click. */
const CLICK_TOLERANCE = 6;
const DOUBLE_CLICK_FACTOR = 2;

export interface MapActions {
  /** At once, for pointers and the wheel. */
  moveBy: (step: MapStep) => void;
  /** Smoothly, for keys and double clicks. */
  glideBy: (step: MapStep) => void;
  showAll: () => void;
  stopGlide: () => void;
  click: (at: Pixel) => void;
  /** Returns whether the map handled the key. */
  handleKey: (key: string) => boolean;
  size: () => Size;
  /** Pixels of the page in a pixel of the map. */
  scale: () => number;
  /** One finger cannot move the map. */
  hintTwoFingers: () => void;
}

export class MapInput {
  private pointers: Pointers = new Map();
  private pressed: Pixel | null = null;
  private isTouch = false;
  private lastTap: Tap | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly map: MapActions) {}

  readonly wheel = (event: WheelEvent): void => {
    event.preventDefault();
    this.map.stopGlide();
    this.map.moveBy({ byLeft: 0, byTop: 0, factor: wheelFactor(event), at: this.pixelOf(event) });
  };

  readonly press = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    this.map.stopGlide();
    this.isTouch = event.pointerType === "touch";
    this.pressed = this.pointers.size === 0 ? this.pixelOf(event) : null;
    this.pointers = withPointer(this.pointers, event.pointerId, this.pixelOf(event));
  };

  readonly drag = (event: PointerEvent): void => {
    if (!this.pointers.has(event.pointerId)) return;
    const next = withPointer(this.pointers, event.pointerId, this.pixelOf(event));
    const step = stepBetween(this.pointers, next);
    if (this.pressed !== null && distance(this.pressed, this.pixelOf(event)) <= CLICK_TOLERANCE) return;
    this.pressed = null;
    this.pointers = next;
    if (!movesMap(event.pointerType, next)) this.map.hintTwoFingers();
    else if (step !== null) this.map.moveBy(step);
  };

  /** Two fingers belong to the map; otherwise the browser would scroll or zoom the page. */
  readonly touchMove = (event: TouchEvent): void => {
    if (event.touches.length > 1 && event.cancelable) event.preventDefault();
  };

  readonly release = (event: PointerEvent): void => {
    this.pointers = withoutPointer(this.pointers, event.pointerId);
    // The browser has started to scroll the page.
    if (event.type === "pointercancel" && event.pointerType === "touch") this.map.hintTwoFingers();
    else if (this.pressed !== null && event.pointerType === "touch") this.tap(this.pixelOf(event), event.timeStamp);
    else if (this.pressed !== null && event.type === "pointerup") this.map.click(this.pixelOf(event));
    this.pressed = null;
  };

  /** Waits for a second tap: a facility that opened at once would move other buttons under the finger. */
  private tap(at: Pixel, time: number): void {
    clearTimeout(this.timer);
    const isDouble = isDoubleTap(this.lastTap, { at, time });
    this.lastTap = isDouble ? null : { at, time };
    if (isDouble) this.map.glideBy({ byLeft: 0, byTop: 0, factor: DOUBLE_CLICK_FACTOR, at });
    else this.timer = setTimeout(() => this.map.click(at), DOUBLE_TAP_MS);
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private pixelOf(event: MouseEvent): Pixel {
    const scale = this.map.scale();
    return { left: event.offsetX / scale, top: event.offsetY / scale };
  }

  readonly doubleClick = (event: MouseEvent): void => {
    event.preventDefault();
    // Taps are counted above.
    if (this.isTouch) return;
    this.map.glideBy({ byLeft: 0, byTop: 0, factor: DOUBLE_CLICK_FACTOR, at: this.pixelOf(event) });
  };

  readonly type = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.map.handleKey(event.key)) {
      event.preventDefault();
      return;
    }
    const step = keyStep(event.key, this.map.size(), event.shiftKey);
    if (step === null) return;
    event.preventDefault();
    if (step === "fit") this.map.showAll();
    else this.map.glideBy(step);
  };
}

function distance(one: Pixel, other: Pixel): number {
  return Math.hypot(one.left - other.left, one.top - other.top);
}
