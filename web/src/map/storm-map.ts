import { LitElement, type PropertyValues, type TemplateResult, html, nothing, svg, unsafeCSS } from "lit";
import { property, query, state } from "lit/decorators.js";
import { type Scheme, colourSheet } from "../words/colours.ts";
import { age, clock, strikeKind } from "../words/figures.ts";
import type { Language } from "../words/language.ts";
import { WORDS } from "../words/words.ts";
import { type Pointers, between, keyStep, lift, put, wheelFactor } from "./gesture.ts";
import type { Area } from "./labels.ts";
import { legend } from "./legend.ts";
import { Glide } from "./motion.ts";
import { type Canvas, paint } from "./paint.ts";
import { picked } from "./picking.ts";
import { type ScaleBar, scaleBar } from "./scale-bar.ts";
import type { Scene } from "./scene.ts";
import { type Sprites, makeSprites } from "./sprite.ts";
import { mapLook } from "./look.ts";
import type { Strike } from "./strikes.ts";
import { TileLayer, type TileSource } from "./tile-layer.ts";
import { type Box, type Feet, type Limits, type Pixel, type Size, type View, fitted, held, moved, resized, zoomed } from "./view.ts";
import { MAP_WORDS } from "./words.ts";

/** Half a foot per pixel is finer than any photograph. */
const NEAREST = 0.5;
/** How near a chosen facility is looked at, so that its ring is seen whole. */
const RING_PART = 2.3;
/** A pointer that moved less has clicked. */
const CLICK_SLACK = 6;
const BAR_ROOM = 110;

/** Somebody pointed at a facility. */
export class FacilityPicked extends Event {
  static readonly type = "storm-facility-picked";
  constructor(readonly facilityId: number) {
    super(FacilityPicked.type, { bubbles: true, composed: true });
  }
}

/** The map: photographs below, one canvas above, buttons on top. */
export class StormMap extends LitElement {
  @property({ attribute: false }) scene: Scene | null = null;
  /** What “show everything” shows. */
  @property({ attribute: false }) home: Box | null = null;
  /** How far one may go away. */
  @property({ attribute: false }) reach: Box | null = null;
  @property({ attribute: false }) source: TileSource | null = null;
  @property({ attribute: false }) language: Language = "en";
  @property({ attribute: false }) timeZone: string | undefined;
  @state() private bar: ScaleBar | null = null;
  @state() private strike: Strike | null = null;
  @query("canvas") private readonly surface!: HTMLCanvasElement;
  @query(".photographs") private readonly layer!: HTMLElement;

  private view: View | null = null;
  private tiles: TileLayer | null = null;
  private sprites: Sprites | null = null;
  private readonly widths = new Map<string, number>();
  private readonly glide = new Glide();
  private pointers: Pointers = new Map();
  private pressed: Pixel | null = null;
  private frame = 0;
  private isHome = true;
  private watcher: ResizeObserver | null = null;
  private stop = new AbortController();

  static override styles = [unsafeCSS(colourSheet(":host")), mapLook];

  override connectedCallback(): void {
    super.connectedCallback();
    this.stop = new AbortController();
    const { signal } = this.stop;
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw(), { signal });
    if (this.hasUpdated) this.begin();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop.abort();
    this.watcher?.disconnect();
    this.tiles?.end();
    this.glide.end();
    cancelAnimationFrame(this.frame);
    this.frame = 0;
  }

  protected override firstUpdated(): void {
    this.begin();
  }

  private begin(): void {
    if (this.source !== null) this.tiles ??= new TileLayer(this.layer, this.source, () => this.draw());
    this.watcher = new ResizeObserver(([entry]) => entry && this.fit(entry.contentRect.width, entry.contentRect.height));
    this.watcher.observe(this);
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has("home") && this.isHome) this.showAll(false);
    if (changed.has("scene") || changed.has("home")) this.draw();
  }

  /** The facility with all of its ring. */
  lookAt(at: Feet, radiusFeet: number): void {
    const { view } = this;
    if (view === null) return;
    const across = Math.min(view.size.width, view.size.height);
    const feetPerPixel = (radiusFeet * RING_PART) / Math.max(1, across);
    this.isHome = false;
    this.glideTo(held({ ...view, centre: at, feetPerPixel }, this.limits));
  }

  showAll(gliding = true): void {
    this.isHome = true;
    if (this.home === null || this.view === null) return;
    const view = fitted(this.home, this.view.size, this.limits);
    if (gliding) this.glideTo(view);
    else this.go(view);
  }

  private get limits(): Limits {
    const box = this.reach ?? this.home ?? { minX: 0, minY: 0, maxX: 1, maxY: 1 };
    const across = Math.max(1, Math.min(this.view?.size.width ?? 1, this.view?.size.height ?? 1));
    return { nearest: NEAREST, farthest: Math.max(NEAREST, Math.min(box.maxX - box.minX, box.maxY - box.minY) / across), box };
  }

  private fit(width: number, height: number): void {
    if (width < 1 || height < 1) return;
    const size = { width, height };
    this.view = this.view === null ? { centre: { x: 0, y: 0 }, feetPerPixel: 100, size } : resized(this.view, size);
    if (this.isHome) this.showAll(false);
    this.draw();
  }

  private glideTo(view: View): void {
    if (this.view !== null) this.glide.start(this.view, view, (step) => this.go(step));
  }

  private go(view: View): void {
    this.view = held(view, this.limits);
    this.draw();
  }

  /** All drawing of a frame happens together, once. */
  private draw(): void {
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.paint();
    });
  }

  private paint(): void {
    const { view, scene } = this;
    const context = this.surface?.getContext("2d") ?? null;
    if (view === null || scene === null || context === null) return;
    const density = devicePixelRatio || 1;
    const scheme: Scheme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    if (this.sprites?.density !== density || this.sprites.scheme !== scheme) this.sprites = makeSprites(density, scheme);
    const [width, height] = [Math.round(view.size.width * density), Math.round(view.size.height * density)];
    // Setting a size empties a canvas and costs, so it is set only when it is another.
    if (this.surface.width !== width) this.surface.width = width;
    if (this.surface.height !== height) this.surface.height = height;
    this.tiles?.show(view, density);
    const canvas: Canvas = { context, view, sprites: this.sprites, hasGround: this.tiles?.hasGround ?? false, covered: covered(view.size), widths: this.widths };
    paint(canvas, scene);
    const bar = scaleBar(view.feetPerPixel, BAR_ROOM);
    if (this.bar?.words !== bar.words || Math.abs(this.bar.pixels - bar.pixels) > 0.5) this.bar = bar;
  }

  private readonly wheel = (event: WheelEvent): void => {
    event.preventDefault();
    if (this.view === null) return;
    this.glide.end();
    this.isHome = false;
    this.go(zoomed(this.view, wheelFactor(event), spot(event), this.limits));
  };

  private readonly press = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    this.surface.setPointerCapture(event.pointerId);
    this.glide.end();
    this.pressed = this.pointers.size === 0 ? spot(event) : null;
    this.pointers = put(this.pointers, event.pointerId, spot(event));
  };

  private readonly drag = (event: PointerEvent): void => {
    if (!this.pointers.has(event.pointerId) || this.view === null) return;
    const next = put(this.pointers, event.pointerId, spot(event));
    const step = between(this.pointers, next);
    if (this.pressed !== null && apart(this.pressed, spot(event)) <= CLICK_SLACK) return;
    this.pressed = null;
    this.pointers = next;
    if (step === null) return;
    this.isHome = false;
    this.go(zoomed(moved(this.view, step.byLeft, step.byTop), step.factor, step.at, this.limits));
  };

  private readonly release = (event: PointerEvent): void => {
    this.pointers = lift(this.pointers, event.pointerId);
    if (event.type === "pointerup" && this.pressed !== null) this.pick(spot(event));
    this.pressed = null;
  };

  private pick(at: Pixel): void {
    if (this.view === null || this.scene === null) return;
    const found = picked(this.view, this.scene, at);
    this.strike = found?.is === "strike" ? found.strike : null;
    if (found?.is === "facility") this.dispatchEvent(new FacilityPicked(found.id));
  }

  private readonly nearer = (event: MouseEvent): void => {
    event.preventDefault();
    this.zoomBy(2, spot(event));
  };

  private readonly type = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || this.view === null) return;
    if (event.key === "Escape") this.strike = null;
    const step = keyStep(event.key, this.view.size);
    if (step === null) return;
    event.preventDefault();
    if (step === "fit") return this.showAll();
    this.isHome = false;
    this.glideTo(held(zoomed(moved(this.view, step.byLeft, step.byTop), step.factor, step.at, this.limits), this.limits));
  };

  private zoomBy(factor: number, at?: Pixel): void {
    if (this.view === null) return;
    const { width, height } = this.view.size;
    this.isHome = false;
    this.glideTo(zoomed(this.view, factor, at ?? { left: width / 2, top: height / 2 }, this.limits));
  }

  protected override render() {
    const words = MAP_WORDS[this.language];
    return html`<div class="photographs" aria-hidden="true"></div>
      <canvas
        tabindex="0"
        role="application"
        aria-label=${words.map}
        aria-description=${words.help}
        @wheel=${{ handleEvent: this.wheel, passive: false }}
        @pointerdown=${this.press}
        @pointermove=${this.drag}
        @pointerup=${this.release}
        @pointercancel=${this.release}
        @dblclick=${this.nearer}
        @keydown=${this.type}
      ></canvas>
      <div class="buttons">
        ${mapButton(words.nearer, "M12 5v14M5 12h14", () => this.zoomBy(1.6))} ${mapButton(words.farther, "M5 12h14", () => this.zoomBy(1 / 1.6))}
        ${mapButton(words.all, "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5", () => this.showAll())}
      </div>
      ${this.scene === null
        ? nothing
        : html`<details class="legend"><summary>${words.legend}</summary>${legend(this.language, this.scene.dangerMs, this.scene.historyMs)}</details>`}
      ${this.bar === null ? nothing : scale(this.bar)} ${this.strike === null ? nothing : this.strikeWords(this.strike)}`;
  }

  private strikeWords(strike: Strike): TemplateResult {
    const words = WORDS[this.language];
    const at = Date.parse(strike.timestamp);
    const kind = strikeKind(strike.type, words) ?? strike.type;
    return html`<div class="strike" role="status">
      <p><strong>${clock(at, this.timeZone)}</strong>, ${kind}, ${words.ago(age((this.scene?.asOf ?? at) - at))}</p>
      <button type="button" aria-label=${MAP_WORDS[this.language].close} @click=${() => (this.strike = null)}>✕</button>
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

function mapButton(words: string, path: string, act: () => void): TemplateResult {
  return html`<button type="button" aria-label=${words} title=${words} @click=${act}>
    <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true"><path d=${path} fill="none" stroke="currentColor" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"></path></svg>
  </button>`;
}

/** Drawn with attributes alone, so that no style is set in the markup. */
function scale({ pixels, words }: ScaleBar): TemplateResult {
  const end = Math.round(pixels) + 1;
  return html`<div class="scale">
    <svg width=${end + 1} height="10" aria-hidden="true">${svg`<path d=${`M1 1v7h${end - 1}V1`} fill="none" stroke="currentColor" stroke-width="2"></path>`}</svg>
    <span>${words}</span>
  </div>`;
}

function spot(event: MouseEvent): Pixel {
  return { left: event.offsetX, top: event.offsetY };
}

function apart(one: Pixel, other: Pixel): number {
  return Math.hypot(one.left - other.left, one.top - other.top);
}
