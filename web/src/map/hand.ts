// The hand on the map: events of pointers, wheel and keys become steps, clicks and the wish to see everything.
import { between, keyStep, lift, type Pointers, put, type Step, wheelFactor } from "./gesture.ts";
import type { Pixel, Size } from "./view.ts";

/** A pointer that moved less has clicked. */
const CLICK_SLACK = 6;
const DOUBLE_CLICK_FACTOR = 2;

export interface Held {
  /** Follows the hand at once. */
  follow: (step: Step) => void;
  /** Goes there smoothly: for keys and double clicks. */
  glide: (step: Step) => void;
  showAll: () => void;
  /** A glide ends where it is when somebody takes hold of the map. */
  hold: () => void;
  click: (at: Pixel) => void;
  /** Whether the key means something of the map's own. */
  ownKey: (key: string) => boolean;
  size: () => Size;
}

export class Hand {
  private pointers: Pointers = new Map();
  private pressed: Pixel | null = null;

  constructor(private readonly map: Held) {}

  readonly wheel = (event: WheelEvent): void => {
    event.preventDefault();
    this.map.hold();
    this.map.follow({ byLeft: 0, byTop: 0, factor: wheelFactor(event), at: spot(event) });
  };

  readonly press = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    this.map.hold();
    this.pressed = this.pointers.size === 0 ? spot(event) : null;
    this.pointers = put(this.pointers, event.pointerId, spot(event));
  };

  readonly drag = (event: PointerEvent): void => {
    if (!this.pointers.has(event.pointerId)) return;
    const next = put(this.pointers, event.pointerId, spot(event));
    const step = between(this.pointers, next);
    if (this.pressed !== null && apart(this.pressed, spot(event)) <= CLICK_SLACK) return;
    this.pressed = null;
    this.pointers = next;
    if (step !== null) this.map.follow(step);
  };

  readonly release = (event: PointerEvent): void => {
    this.pointers = lift(this.pointers, event.pointerId);
    if (event.type === "pointerup" && this.pressed !== null) this.map.click(spot(event));
    this.pressed = null;
  };

  readonly doubleClick = (event: MouseEvent): void => {
    event.preventDefault();
    this.map.glide({ byLeft: 0, byTop: 0, factor: DOUBLE_CLICK_FACTOR, at: spot(event) });
  };

  readonly type = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.map.ownKey(event.key)) {
      event.preventDefault();
      return;
    }
    const step = keyStep(event.key, this.map.size(), event.shiftKey);
    if (step === null) return;
    event.preventDefault();
    if (step === "fit") this.map.showAll();
    else this.map.glide(step);
  };
}

function spot(event: MouseEvent): Pixel {
  return { left: event.offsetX, top: event.offsetY };
}

function apart(one: Pixel, other: Pixel): number {
  return Math.hypot(one.left - other.left, one.top - other.top);
}
