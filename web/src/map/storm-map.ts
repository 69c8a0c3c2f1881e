import { html, nothing, type PropertyValues, type TemplateResult, unsafeCSS } from "lit";
import { property, state } from "lit/decorators.js";
import { colorStyles, statusStyles } from "../status/colors.ts";
import { describeStrike, formatAge, formatClock } from "../status-text/format.ts";
import { STATUS_TEXT } from "../status-text/text.ts";
import { BaseMap, type Surface } from "./base-map.ts";
import { baseMapStyles } from "./base-map-styles.ts";
import { drawStormMap } from "./draw-storm-map.ts";
import { edgeArrowButtons } from "./edge-arrow-buttons.ts";
import { arrowArea, type EdgeArrow, edgeArrows } from "./edge-arrows.ts";
import { hitTest } from "./hit-test.ts";
import type { Area } from "./label-layout.ts";
import { renderLegend } from "./legend.ts";
import type { Scene } from "./scene.ts";
import { createSprites, type Sprites } from "./sprites.ts";
import { stormMapStyles } from "./storm-map-styles.ts";
import type { Strike } from "./strikes.ts";
import { MAP_TEXT, type MapText } from "./text.ts";
import { type Box, containsBox, type Feet, type MapView, type Pixel, type Size, visibleBox } from "./view.ts";

/** The radii across the shorter side for a selected facility, so that its whole ring is visible. */
const RINGS_ACROSS = 2.3;

/** The closed legend must not hide a facility. */
const LEGEND_HEIGHT = 36;

/** Four lines with a gap in the middle. */
const CROSS = "M0-14V-5M0 5V14M-14 0H-5M5 0H14";

export class FacilityPicked extends Event {
  static readonly type = "storm-facility-picked";
  constructor(readonly facilityId: number) {
    super(FacilityPicked.type, { bubbles: true, composed: true });
  }
}

/** The map shows another part of the city. */
export class MapMoved extends Event {
  static readonly type = "storm-map-moved";
  constructor(readonly box: Box) {
    super(MapMoved.type);
  }
}

/** Facilities by status, strikes by age. */
export class StormMap extends BaseMap {
  @property({ attribute: false }) scene: Scene | null = null;
  @property({ attribute: false }) timeZone: string | undefined;
  /** How many facilities are in view if only the most threatened of them are drawn. */
  @property({ attribute: false }) crowd: number | null = null;
  /** Whether the facilities in view are being loaded. */
  @property({ attribute: false }) isLoading = false;
  @state() private strike: Strike | null = null;
  @state() private showsClosest = true;
  @state() private arrows: readonly EdgeArrow[] = [];

  private sprites: Sprites | null = null;
  private shownBox: Box | null = null;
  private readonly widths = new Map<string, number>();

  // A link to the map focuses its canvas.
  static override shadowRootOptions = { ...BaseMap.shadowRootOptions, delegatesFocus: true };

  static override styles = [
    unsafeCSS(colorStyles(":host") + statusStyles((status) => `.status-icon[data-status="${status}"]`)),
    baseMapStyles,
    stormMapStyles,
  ];

  protected override get text(): MapText {
    return MAP_TEXT[this.language];
  }

  protected override get isReady(): boolean {
    return this.scene !== null;
  }

  protected override get topInset(): number {
    return LEGEND_HEIGHT;
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    if (changed.has("scene") || changed.has("home") || changed.has("showsClosest")) this.draw();
  }

  /** Shows a facility with its whole ring. */
  centerOn(at: Feet, radiusFeet: number): void {
    this.moveTo((goal) => {
      const shorterSide = Math.min(goal.size.width, goal.size.height);
      return { ...goal, center: at, feetPerPixel: (radiusFeet * RINGS_ACROSS) / Math.max(1, shorterSide) };
    });
  }

  protected override paint(surface: Surface): void {
    const { density, scheme, view } = surface;
    if (this.scene === null) return;
    if (this.sprites?.density !== density || this.sprites.scheme !== scheme)
      this.sprites = createSprites(density, scheme);
    const { sprites, widths, showsClosest, scene } = this;
    const arrows = edgeArrows(view, scene.recent);
    const covered = [...controlAreas(view.size), ...arrows.map(({ direction }) => arrowArea(direction, view.size))];
    drawStormMap({ ...surface, sprites, covered, widths, showsClosest }, scene);
    if (JSON.stringify(arrows) !== JSON.stringify(this.arrows)) this.arrows = arrows;
    this.announceMove(visibleBox(view));
  }

  private announceMove(box: Box): void {
    const isSame = this.shownBox !== null && containsBox(this.shownBox, box) && containsBox(box, this.shownBox);
    if (isSame) return;
    this.shownBox = box;
    this.dispatchEvent(new MapMoved(box));
  }

  private readonly showOutside = ({ closest }: EdgeArrow): void =>
    this.moveTo((goal) => ({ ...goal, center: closest }));

  protected override clicked(at: Pixel, view: MapView): void {
    if (this.scene === null) return;
    const found = hitTest(view, this.scene, at);
    this.strike = found?.is === "strike" ? found.strike : null;
    if (found?.is === "facility") this.dispatchEvent(new FacilityPicked(found.id));
  }

  protected override handleKey(key: string): boolean {
    if (key === "Enter") this.clickCenter();
    if (key === "Escape") this.strike = null;
    // Escape may also close something around the map.
    return key === "Enter";
  }

  /** Keyboard users move the map under the cross. */
  private clickCenter(): void {
    const { goal } = this;
    if (goal !== null) this.clicked({ left: goal.size.width / 2, top: goal.size.height / 2 }, goal);
  }

  protected override overlays(): TemplateResult {
    const { text, scene, strike } = this;
    return html`<svg class="cross" viewBox="-16 -16 32 32" width="32" height="32" aria-hidden="true">
        <path class="rim" d=${CROSS}></path>
        <path d=${CROSS}></path>
      </svg>
      ${
        scene === null
          ? nothing
          : html`<details class="legend"><summary>${text.legend}</summary>${this.legend(scene)}</details>
            ${this.note(scene)}`
      }
      ${edgeArrowButtons(this.arrows, this.language, this.showOutside)}
      <div role="status">${strike === null ? nothing : this.strikeInfo(strike)}</div>`;
  }

  /** What is not drawn. */
  private note({ drawnOf }: Scene): TemplateResult | typeof nothing {
    const { text, crowd, isLoading, language } = this;
    const sentences = [
      ...(isLoading ? [text.loading] : []),
      ...(crowd === null || isLoading ? [] : [text.crowd(crowd.toLocaleString(language))]),
      ...(drawnOf === null ? [] : [text.notAllDrawn(drawnOf.toLocaleString(language))]),
    ];
    return sentences.length === 0 ? nothing : html`<p class="note">${sentences.join(" ")}</p>`;
  }

  private legend({ dangerMs, historyMs }: Scene): TemplateResult {
    const showClosest = (on: boolean): void => {
      this.showsClosest = on;
    };
    return renderLegend(this.language, { dangerMs, historyMs, showsClosest: this.showsClosest, showClosest });
  }

  private strikeInfo(strike: Strike): TemplateResult {
    const text = STATUS_TEXT[this.language];
    const at = Date.parse(strike.timestamp);
    return html`<div class="strike">
      <p><strong>${formatClock(at, this.timeZone)}</strong>, ${describeStrike(strike, text)}, ${text.ago(formatAge((this.scene?.asOf ?? at) - at))}</p>
      <button type="button" aria-label=${this.text.close} @click=${() => (this.strike = null)}>✕</button>
    </div>`;
  }
}

/** The areas under the legend, the buttons and the scale bar. */
function controlAreas({ width, height }: Size): Area[] {
  return [
    { left: 0, top: 0, right: 130, bottom: 60 },
    { left: width - 64, top: 0, right: width, bottom: 160 },
    { left: 0, top: height - 44, right: 190, bottom: height },
  ];
}
