import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { property, query, state } from "lit/decorators.js";
import type { Scheme } from "../status/colors.ts";
import type { Language } from "../status-text/language.ts";
import type { MapStep } from "./gestures.ts";
import { Glide } from "./glide.ts";
import type { GroundLayer, GroundState } from "./ground.ts";
import { GroundCanvas } from "./ground-canvas.ts";
import { mapButton, scaleBarView } from "./map-controls.ts";
import { MapInput } from "./map-input.ts";
import { pageScale } from "./page-scale.ts";
import { type ScaleBar, scaleBar } from "./scale-bar.ts";
import { TileLayer, type TileSource } from "./tile-layer.ts";
import {
  type Box,
  fitBox,
  limitView,
  type MapView,
  type Pixel,
  panView,
  resizeView,
  type ViewLimits,
  zoomView,
} from "./view.ts";

/** Sharper than any aerial photo. */
const MIN_FEET_PER_PIXEL = 0.5;
const BUTTON_FACTOR = 1.6;
const SCALE_BAR_PIXELS = 110;
const MARGIN = 24;
const HINT_MS = 1_500;

export interface BaseMapText {
  map: string;
  help: string;
  zoomIn: string;
  zoomOut: string;
  showAll: string;
  twoFingers: string;
}

/** The target of one frame, cleared beforehand. */
export interface Surface {
  context: CanvasRenderingContext2D;
  view: MapView;
  density: number;
  scheme: Scheme;
  /** Whether aerial photos or the city's layers are visible; without them a grid is drawn. */
  hasBackground: boolean;
}

/**
 * The base of all maps: aerial photos, a canvas over them that begins with the city's layers, buttons on top. Subclasses draw on the canvas and handle clicks.
 */
export abstract class BaseMap extends LitElement {
  /** The area that “Show all” shows. */
  @property({ attribute: false }) home: Box | null = null;
  /** The limits of the center. */
  @property({ attribute: false }) maxBox: Box | null = null;
  @property({ attribute: false }) source: TileSource | null = null;
  /** The city's own boundaries, roads, water and parks. */
  @property({ attribute: false }) ground: readonly GroundLayer[] = [];
  @property({ attribute: false }) language: Language = "en";
  @state() private bar: ScaleBar | null = null;
  @state() private showsHint = false;
  @query("canvas") private readonly canvas!: HTMLCanvasElement;
  @query(".photos") private readonly photoLayer!: HTMLElement;

  /** Its pixels are larger than those of the page where the page's text is larger: then labels and markers are larger too. */
  private view: MapView | null = null;
  /** Pixels of the page in a pixel of the view. */
  private scale = 1;
  /** A move from before the size of the map was known. */
  private firstMove: ((goal: MapView, limits: ViewLimits) => MapView) | null = null;
  private tiles: TileLayer | null = null;
  private readonly groundCanvas = new GroundCanvas();
  private readonly glide = new Glide();
  private frame = 0;
  /** What is fitted again on every resize, until the user moves the map. */
  private fittedTo: "initial" | "home" | null = "initial";
  private resizeObserver: ResizeObserver | null = null;
  private stop = new AbortController();
  private hintTimer: ReturnType<typeof setTimeout> | undefined;
  private readonly input = new MapInput({
    moveBy: (step) => this.moveBy(step),
    glideBy: (step) => this.moveTo((goal, limits) => applyStep(goal, step, limits)),
    showAll: () => this.showAll(),
    stopGlide: () => this.glide.stop(),
    click: (at) => this.view !== null && this.clicked(at, this.view),
    handleKey: (key) => this.handleKey(key),
    size: () => this.view?.size ?? { width: 1, height: 1 },
    scale: () => this.scale,
    hintTwoFingers: () => this.hintTwoFingers(),
  });

  protected abstract readonly text: BaseMapText;
  protected abstract readonly isReady: boolean;
  protected abstract paint(surface: Surface): void;
  protected abstract clicked(at: Pixel, view: MapView): void;
  protected abstract handleKey(key: string): boolean;

  protected get initialBox(): Box | null {
    return this.home;
  }

  /** Pixels at the top that an overlay covers. */
  protected get topInset(): number {
    return 0;
  }

  /** Content over the map, in addition to the buttons and the scale bar. */
  protected overlays(): TemplateResult | typeof nothing {
    return nothing;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.stop = new AbortController();
    const { signal } = this.stop;
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw(), { signal });
    if (this.hasUpdated) this.start();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop.abort();
    this.resizeObserver?.disconnect();
    this.tiles?.stop();
    this.glide.stop();
    this.input.stop();
    clearTimeout(this.hintTimer);
    cancelAnimationFrame(this.frame);
    this.frame = 0;
  }

  protected override firstUpdated(): void {
    this.start();
  }

  private start(): void {
    if (this.source !== null) this.tiles ??= new TileLayer(this.photoLayer, this.source, () => this.draw());
    this.resizeObserver = new ResizeObserver(
      ([entry]) => entry && this.resize(entry.contentRect.width, entry.contentRect.height),
    );
    this.resizeObserver.observe(this);
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has("home")) this.refit();
    if (changed.has("ground")) this.draw();
  }

  showAll(): void {
    this.firstMove = null;
    this.fittedTo = "home";
    if (this.home !== null && this.view !== null) this.glideTo(this.viewOf(this.home, this.view));
  }

  /** The current view, or the end of the current glide. */
  protected get goal(): MapView | null {
    return this.glide.goal ?? this.view;
  }

  /** Starts from the end of the current glide, so that quick key presses add up. */
  protected moveTo(change: (goal: MapView, limits: ViewLimits) => MapView): void {
    const { goal, limits } = this;
    if (goal === null) {
      this.firstMove = change;
      return;
    }
    this.fittedTo = null;
    this.glideTo(limitView(change(goal, limits), limits));
  }

  private moveBy(step: MapStep): void {
    if (this.view === null) return;
    this.fittedTo = null;
    this.go(applyStep(this.view, step, this.limits));
  }

  private get limits(): ViewLimits {
    const box = this.maxBox ?? this.home ?? { minX: 0, minY: 0, maxX: 1, maxY: 1 };
    const shorterSide = Math.max(1, Math.min(this.view?.size.width ?? 1, this.view?.size.height ?? 1));
    return {
      minFeetPerPixel: MIN_FEET_PER_PIXEL,
      maxFeetPerPixel: Math.max(MIN_FEET_PER_PIXEL, Math.min(box.maxX - box.minX, box.maxY - box.minY) / shorterSide),
      box,
    };
  }

  private resize(width: number, height: number): void {
    if (width < 1 || height < 1) return;
    this.scale = pageScale();
    this.photoLayer.style.scale = String(this.scale);
    const size = { width: width / this.scale, height: height / this.scale };
    this.view = this.view === null ? { center: { x: 0, y: 0 }, feetPerPixel: 100, size } : resizeView(this.view, size);
    this.refit();
    if (this.firstMove !== null) this.moveTo(this.firstMove);
    this.firstMove = null;
    this.draw();
  }

  private refit(): void {
    const box = this.fittedTo === "initial" ? this.initialBox : this.fittedTo === "home" ? this.home : null;
    if (box !== null && this.view !== null) this.go(this.viewOf(box, this.view));
  }

  private viewOf(box: Box, { size }: MapView): MapView {
    return fitBox(box, size, this.limits, MARGIN, this.topInset);
  }

  private glideTo(view: MapView): void {
    if (this.view !== null)
      this.glide.start(this.view, view, (step) => this.go({ ...step, size: this.view?.size ?? step.size }));
  }

  private go(view: MapView): void {
    this.view = limitView(view, this.limits);
    this.draw();
  }

  /** Draws in the next frame. Several calls draw once. */
  protected draw(): void {
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.drawFrame();
    });
  }

  private drawFrame(): void {
    const { view } = this;
    const context = this.canvas?.getContext("2d") ?? null;
    if (view === null || context === null || !this.isReady) return;
    const density = (devicePixelRatio || 1) * this.scale;
    const scheme: Scheme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    const [width, height] = [Math.round(view.size.width * density), Math.round(view.size.height * density)];
    // Setting the size clears the canvas and is slow.
    if (this.canvas.width !== width) this.canvas.width = width;
    if (this.canvas.height !== height) this.canvas.height = height;
    context.setTransform(density, 0, 0, density, 0, 0);
    context.clearRect(0, 0, view.size.width, view.size.height);
    this.tiles?.show(view, density);
    const hasPhotos = this.tiles?.hasPhotos ?? false;
    const hasGround = this.drawGround(context, { layers: this.ground, view, density, scheme, hasPhotos });
    this.paint({ context, view, density, scheme, hasBackground: hasPhotos || hasGround });
    const bar = scaleBar(view.feetPerPixel, SCALE_BAR_PIXELS, this.language);
    if (this.bar?.text !== bar.text || Math.abs(this.bar.pixels - bar.pixels) > 0.5) this.bar = bar;
  }

  /** Returns whether there is anything to draw. */
  private drawGround(context: CanvasRenderingContext2D, state: GroundState): boolean {
    const drawn = String(this.groundCanvas.draw(context, state));
    // For tests: a canvas cannot be asked what is on it.
    if (this.dataset.layers !== drawn) this.dataset.layers = drawn;
    return drawn !== "0";
  }

  private hintTwoFingers(): void {
    this.showsHint = true;
    clearTimeout(this.hintTimer);
    this.hintTimer = setTimeout(() => {
      this.showsHint = false;
    }, HINT_MS);
  }

  private zoomBy(factor: number): void {
    this.moveTo((goal, limits) =>
      zoomView(goal, factor, { left: goal.size.width / 2, top: goal.size.height / 2 }, limits),
    );
  }

  protected override render() {
    const { text, input } = this;
    return html`<div class="photos" aria-hidden="true"></div>
      <canvas
        tabindex="0"
        role="application"
        aria-label=${text.map}
        aria-description=${text.help}
        @wheel=${{ handleEvent: input.wheel, passive: false }}
        @touchmove=${{ handleEvent: input.touchMove, passive: false }}
        @pointerdown=${input.press}
        @pointermove=${input.drag}
        @pointerup=${input.release}
        @pointercancel=${input.release}
        @dblclick=${input.doubleClick}
        @keydown=${input.type}
      ></canvas>
      <div class="buttons">
        ${mapButton(text.zoomIn, "M12 5v14M5 12h14", () => this.zoomBy(BUTTON_FACTOR))}
        ${mapButton(text.zoomOut, "M5 12h14", () => this.zoomBy(1 / BUTTON_FACTOR))}
        ${mapButton(text.showAll, "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5", () => this.showAll())}
      </div>
      ${this.showsHint ? html`<p class="hint" aria-hidden="true">${text.twoFingers}</p>` : nothing} ${this.overlays()} ${this.bar === null ? nothing : scaleBarView(this.bar, this.scale)}`;
  }
}

function applyStep(view: MapView, step: MapStep, limits: ViewLimits): MapView {
  return zoomView(panView(view, step.byLeft, step.byTop), step.factor, step.at, limits);
}
