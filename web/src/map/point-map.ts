import { css, type PropertyValues } from "lit";
import { property } from "lit/decorators.js";
import { BaseMap, type GroundWords, type Surface } from "./base-map.ts";
import { baseMapStyles } from "./base-map-styles.ts";
import type { Area } from "./labels.ts";
import { closeTo, isFarFrom, isInSight, rounded } from "./placing.ts";
import { type Landmark, paintPoint } from "./point-paint.ts";
import { MAP_TEXT } from "./text.ts";
import { type Box, type Feet, type Pixel, type Size, toFeet, type View } from "./view.ts";

/** Whoever types is not carried along with every digit. */
const TYPING_MS = 700;

/** Somebody put the point somewhere. */
export class PointPut extends Event {
  static readonly type = "storm-point-put";
  constructor(readonly at: Feet) {
    super(PointPut.type, { bubbles: true, composed: true });
  }
}

/** The map on which a point is placed: by a click, or by moving the map under its cross and pressing Enter. */
export class PointMap extends BaseMap {
  @property({ attribute: false, hasChanged: isElsewhere }) point: Feet | null = null;
  @property({ attribute: false }) name = "";
  @property({ attribute: false }) others: readonly Landmark[] = [];

  private readonly widths = new Map<string, number>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  // A click puts the point; ground-look makes it a hand while the map is dragged.
  static override styles = [baseMapStyles, css`canvas { cursor: crosshair; }`];

  protected override readonly text: GroundWords = {
    ...MAP_TEXT.en,
    map: "Map to place the point",
    help: "Arrow keys move the map under the cross in its middle, with Shift in small steps. Plus and minus zoom, 0 shows everything. Enter puts the point at the cross.",
  };

  protected override get isReady(): boolean {
    return this.home !== null;
  }

  protected override get opening(): Box | null {
    return this.point === null ? this.home : closeTo(this.point);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    if (changed.has("point")) this.bringIntoSight();
    this.draw();
  }

  /** After a pause: half a number is a place far away. */
  private bringIntoSight(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const { point, goal, home } = this;
      if (point === null || goal === null || home === null || isInSight(goal, point) || isFarFrom(home, point)) return;
      this.moveTo((view) => ({ ...view, centre: point }));
    }, TYPING_MS);
  }

  /** Where the cross is. */
  putHere(): void {
    if (this.goal !== null) this.put(this.goal.centre);
  }

  protected override clicked(at: Pixel, view: View): void {
    this.put(toFeet(view, at));
  }

  protected override ownKey(key: string): boolean {
    if (key === "Enter") this.putHere();
    return key === "Enter";
  }

  private put(at: Feet): void {
    this.dispatchEvent(new PointPut(rounded(at)));
  }

  protected override paint(surface: Surface): void {
    const point = this.point === null ? null : { name: this.name, at: this.point };
    paintPoint(surface, { point, others: this.others }, covered(surface.view.size), this.widths);
  }
}

/** By its numbers: the map goes after a point that moved, not after one that was written down anew. */
function isElsewhere(now: Feet | null, before: Feet | null | undefined): boolean {
  return now?.x !== before?.x || now?.y !== before?.y;
}

/** Where the buttons and the scale bar stand. */
function covered({ width, height }: Size): Area[] {
  return [
    { left: width - 64, top: 0, right: width, bottom: 160 },
    { left: 0, top: height - 44, right: 190, bottom: height },
  ];
}
