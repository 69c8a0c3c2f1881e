import { css, type PropertyValues } from "lit";
import { property } from "lit/decorators.js";
import { pageLanguage } from "../status-text/page-language.ts";
import { BaseMap, type BaseMapText, type Surface } from "./base-map.ts";
import { baseMapStyles } from "./base-map-styles.ts";
import { drawPointMap, type NamedPoint } from "./draw-point-map.ts";
import type { Area } from "./label-layout.ts";
import { POINT_MAP_TEXT } from "./point-map-text.ts";
import { boxAround, isFarFrom, isInView, roundToTenths } from "./point-placement.ts";
import { MAP_TEXT } from "./text.ts";
import { type Box, type Feet, type MapView, type Pixel, type Size, toFeet } from "./view.ts";

/** The map moves only after a pause in typing. */
const TYPING_PAUSE_MS = 700;

export class PointPlaced extends Event {
  static readonly type = "storm-point-placed";
  constructor(readonly at: Feet) {
    super(PointPlaced.type, { bubbles: true, composed: true });
  }
}

/** Places a point by a click, or by moving the map under the cross and pressing Enter. */
export class PointMap extends BaseMap {
  @property({ attribute: false, hasChanged: hasMoved }) point: Feet | null = null;
  @property({ attribute: false }) name = "";
  @property({ attribute: false }) others: readonly NamedPoint[] = [];

  private readonly widths = new Map<string, number>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  // While dragging, the base styles show a hand.
  static override styles = [baseMapStyles, css`canvas { cursor: crosshair; }`];

  protected override readonly text: BaseMapText = {
    ...MAP_TEXT[pageLanguage()],
    ...POINT_MAP_TEXT[pageLanguage()],
  };

  protected override get isReady(): boolean {
    return this.home !== null;
  }

  protected override get initialBox(): Box | null {
    return this.point === null ? this.home : boxAround(this.point);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    if (changed.has("point")) this.showPointSoon();
    this.draw();
  }

  /** Waits for a pause in typing, because a half-typed number is a point far away. */
  private showPointSoon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const { point, goal, home } = this;
      if (point === null || goal === null || home === null || isInView(goal, point) || isFarFrom(home, point)) return;
      this.moveTo((view) => ({ ...view, center: point }));
    }, TYPING_PAUSE_MS);
  }

  placeAtCenter(): void {
    if (this.goal !== null) this.placeAt(this.goal.center);
  }

  protected override clicked(at: Pixel, view: MapView): void {
    this.placeAt(toFeet(view, at));
  }

  protected override handleKey(key: string): boolean {
    if (key === "Enter") this.placeAtCenter();
    return key === "Enter";
  }

  private placeAt(at: Feet): void {
    this.dispatchEvent(new PointPlaced(roundToTenths(at)));
  }

  protected override paint(surface: Surface): void {
    const point = this.point === null ? null : { name: this.name, at: this.point };
    drawPointMap(surface, { point, others: this.others }, controlAreas(surface.view.size), this.widths);
  }
}

/** Compares by value: an equal point must not move the map. */
function hasMoved(now: Feet | null, before: Feet | null | undefined): boolean {
  return now?.x !== before?.x || now?.y !== before?.y;
}

/** The areas under the buttons and the scale bar. */
function controlAreas({ width, height }: Size): Area[] {
  return [
    { left: width - 64, top: 0, right: width, bottom: 160 },
    { left: 0, top: height - 44, right: 190, bottom: height },
  ];
}
