import { html, nothing, type PropertyValues, type TemplateResult, unsafeCSS } from "lit";
import { property, state } from "lit/decorators.js";
import { colorStyles, statusStyles } from "../status/colors.ts";
import { formatAge, formatClock, strikeKindText } from "../status-text/format.ts";
import { STATUS_TEXT } from "../status-text/text.ts";
import { BaseMap, type Surface } from "./base-map.ts";
import { baseMapStyles } from "./base-map-styles.ts";
import type { Area } from "./labels.ts";
import { legend } from "./legend.ts";
import { paint } from "./paint.ts";
import { picked } from "./picking.ts";
import type { Scene } from "./scene.ts";
import { makeSprites, type Sprites } from "./sprite.ts";
import { stormMapStyles } from "./storm-map-styles.ts";
import type { Strike } from "./strikes.ts";
import { MAP_TEXT, type MapText } from "./text.ts";
import type { Feet, Pixel, Size, View } from "./view.ts";

/** How near a chosen facility is looked at, so that its ring is seen whole. */
const RING_PART = 2.3;

/** The closed legend hides no facility. */
const ROOF = 36;

/** Four strokes that leave the middle free. */
const CROSS = "M0-14V-5M0 5V14M-14 0H-5M5 0H14";

/** Somebody pointed at a facility. */
export class FacilityPicked extends Event {
  static readonly type = "storm-facility-picked";
  constructor(readonly facilityId: number) {
    super(FacilityPicked.type, { bubbles: true, composed: true });
  }
}

/** The map of the storm: facilities by their standing, strikes by their age. */
export class StormMap extends BaseMap {
  @property({ attribute: false }) scene: Scene | null = null;
  @property({ attribute: false }) timeZone: string | undefined;
  @state() private strike: Strike | null = null;

  private sprites: Sprites | null = null;
  private readonly widths = new Map<string, number>();

  static override styles = [
    unsafeCSS(colorStyles(":host") + statusStyles((status) => `.sign[data-status="${status}"]`)),
    baseMapStyles,
    stormMapStyles,
  ];

  protected override get text(): MapText {
    return MAP_TEXT[this.language];
  }

  protected override get isReady(): boolean {
    return this.scene !== null;
  }

  protected override get roof(): number {
    return ROOF;
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    if (changed.has("scene") || changed.has("home")) this.draw();
  }

  /** The facility with all of its ring. */
  lookAt(at: Feet, radiusFeet: number): void {
    this.moveTo((goal) => {
      const across = Math.min(goal.size.width, goal.size.height);
      return { ...goal, centre: at, feetPerPixel: (radiusFeet * RING_PART) / Math.max(1, across) };
    });
  }

  protected override paint(surface: Surface): void {
    const { density, scheme, view } = surface;
    if (this.scene === null) return;
    if (this.sprites?.density !== density || this.sprites.scheme !== scheme)
      this.sprites = makeSprites(density, scheme);
    paint({ ...surface, sprites: this.sprites, covered: covered(view.size), widths: this.widths }, this.scene);
  }

  protected override clicked(at: Pixel, view: View): void {
    if (this.scene === null) return;
    const found = picked(view, this.scene, at);
    this.strike = found?.is === "strike" ? found.strike : null;
    if (found?.is === "facility") this.dispatchEvent(new FacilityPicked(found.id));
  }

  protected override ownKey(key: string): boolean {
    if (key === "Enter") this.pickMiddle();
    if (key === "Escape") this.strike = null;
    // Whoever stands around the map may close something too.
    return key === "Enter";
  }

  /** Whoever has no pointer moves the map under the cross instead. */
  private pickMiddle(): void {
    const { goal } = this;
    if (goal !== null) this.clicked({ left: goal.size.width / 2, top: goal.size.height / 2 }, goal);
  }

  protected override signs(): TemplateResult {
    const { text, scene, strike } = this;
    return html`<svg class="cross" viewBox="-16 -16 32 32" width="32" height="32" aria-hidden="true">
        <path class="rim" d=${CROSS}></path>
        <path d=${CROSS}></path>
      </svg>
      ${
        scene === null
          ? nothing
          : html`<details class="legend"><summary>${text.legend}</summary>${legend(this.language, scene.dangerMs, scene.historyMs)}</details>`
      }
      <div role="status">${strike === null ? nothing : this.strikeWords(strike)}</div>`;
  }

  private strikeWords(strike: Strike): TemplateResult {
    const text = STATUS_TEXT[this.language];
    const at = Date.parse(strike.timestamp);
    const kind = strikeKindText(strike.type, text) ?? strike.type;
    return html`<div class="strike">
      <p><strong>${formatClock(at, this.timeZone)}</strong>, ${kind}, ${text.ago(formatAge((this.scene?.asOf ?? at) - at))}</p>
      <button type="button" aria-label=${this.text.close} @click=${() => (this.strike = null)}>✕</button>
    </div>`;
  }
}

/** Where the legend, the buttons and the scale bar stand. */
function covered({ width, height }: Size): Area[] {
  return [
    { left: 0, top: 0, right: 130, bottom: 60 },
    { left: width - 64, top: 0, right: width, bottom: 160 },
    { left: 0, top: height - 44, right: 190, bottom: height },
  ];
}
