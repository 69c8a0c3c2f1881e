import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { property, query, state } from "lit/decorators.js";
import type { Scheme } from "../status/colors.ts";
import type { Language } from "../status-text/language.ts";
import { mapButton, scale } from "./furniture.ts";
import type { Step } from "./gesture.ts";
import { Hand } from "./hand.ts";
import { Glide } from "./motion.ts";
import { type ScaleBar, scaleBar } from "./scale-bar.ts";
import { TileLayer, type TileSource } from "./tile-layer.ts";
import { type Box, fitted, held, type Limits, moved, type Pixel, resized, type View, zoomed } from "./view.ts";

/** Half a foot per pixel is finer than any photograph. */
const NEAREST = 0.5;
const BUTTON_FACTOR = 1.6;
const BAR_ROOM = 110;
const MARGIN = 24;

/** What every map says about itself and its buttons. */
export interface GroundWords {
  map: string;
  help: string;
  nearer: string;
  farther: string;
  all: string;
}

/** What is drawn on in each frame; it is empty. */
export interface Surface {
  context: CanvasRenderingContext2D;
  view: View;
  density: number;
  scheme: Scheme;
  /** Whether photographs lie below; without them the ground gets a grid. */
  hasGround: boolean;
}

/**
 * The ground of every map: photographs below, one canvas above, buttons on top. What is drawn on it and what a click means is said
 * by the map that is built on it.
 */
export abstract class BaseMap extends LitElement {
  /** What “show everything” shows. */
  @property({ attribute: false }) home: Box | null = null;
  /** How far one may go away. */
  @property({ attribute: false }) reach: Box | null = null;
  @property({ attribute: false }) source: TileSource | null = null;
  @property({ attribute: false }) language: Language = "en";
  @state() private bar: ScaleBar | null = null;
  @query("canvas") private readonly surface!: HTMLCanvasElement;
  @query(".photographs") private readonly layer!: HTMLElement;

  private view: View | null = null;
  private tiles: TileLayer | null = null;
  private readonly glide = new Glide();
  private frame = 0;
  /** What is fitted anew at every resize, until somebody moves the map. */
  private kept: "opening" | "home" | null = "opening";
  private watcher: ResizeObserver | null = null;
  private stop = new AbortController();
  private readonly hand = new Hand({
    follow: (step) => this.follow(step),
    glide: (step) => this.moveTo((goal, limits) => stepped(goal, step, limits)),
    showAll: () => this.showAll(),
    hold: () => this.glide.end(),
    click: (at) => this.view !== null && this.clicked(at, this.view),
    ownKey: (key) => this.ownKey(key),
    size: () => this.view?.size ?? { width: 1, height: 1 },
  });

  protected abstract readonly text: GroundWords;
  /** Whether there is something to draw. */
  protected abstract readonly isReady: boolean;
  protected abstract paint(surface: Surface): void;
  protected abstract clicked(at: Pixel, view: View): void;
  protected abstract ownKey(key: string): boolean;

  /** What is shown first. */
  protected get opening(): Box | null {
    return this.home;
  }

  /** How many pixels at the upper edge are left to what stands on the map. */
  protected get roof(): number {
    return 0;
  }

  /** What stands on the map beside the buttons and the scale bar. */
  protected signs(): TemplateResult | typeof nothing {
    return nothing;
  }

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
    this.watcher = new ResizeObserver(
      ([entry]) => entry && this.fit(entry.contentRect.width, entry.contentRect.height),
    );
    this.watcher.observe(this);
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has("home")) this.keep();
  }

  showAll(): void {
    this.kept = "home";
    if (this.home !== null && this.view !== null) this.glideTo(this.fitting(this.home, this.view));
  }

  /** Where the map is, or is about to be. */
  protected get goal(): View | null {
    return this.glide.goal ?? this.view;
  }

  /** From where the map is going, so that quick keys add up. */
  protected moveTo(change: (goal: View, limits: Limits) => View): void {
    const { goal, limits } = this;
    if (goal === null) return;
    this.kept = null;
    this.glideTo(held(change(goal, limits), limits));
  }

  private follow(step: Step): void {
    if (this.view === null) return;
    this.kept = null;
    this.go(stepped(this.view, step, this.limits));
  }

  private get limits(): Limits {
    const box = this.reach ?? this.home ?? { minX: 0, minY: 0, maxX: 1, maxY: 1 };
    const across = Math.max(1, Math.min(this.view?.size.width ?? 1, this.view?.size.height ?? 1));
    return {
      nearest: NEAREST,
      farthest: Math.max(NEAREST, Math.min(box.maxX - box.minX, box.maxY - box.minY) / across),
      box,
    };
  }

  private fit(width: number, height: number): void {
    if (width < 1 || height < 1) return;
    const size = { width, height };
    this.view = this.view === null ? { centre: { x: 0, y: 0 }, feetPerPixel: 100, size } : resized(this.view, size);
    this.keep();
    this.draw();
  }

  private keep(): void {
    const box = this.kept === "opening" ? this.opening : this.kept === "home" ? this.home : null;
    if (box !== null && this.view !== null) this.go(this.fitting(box, this.view));
  }

  private fitting(box: Box, { size }: View): View {
    return fitted(box, size, this.limits, MARGIN, this.roof);
  }

  private glideTo(view: View): void {
    if (this.view !== null)
      this.glide.start(this.view, view, (step) => this.go({ ...step, size: this.view?.size ?? step.size }));
  }

  private go(view: View): void {
    this.view = held(view, this.limits);
    this.draw();
  }

  /** All drawing of a frame happens together, once. */
  protected draw(): void {
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.drawFrame();
    });
  }

  private drawFrame(): void {
    const { view } = this;
    const context = this.surface?.getContext("2d") ?? null;
    if (view === null || context === null || !this.isReady) return;
    const density = devicePixelRatio || 1;
    const scheme: Scheme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    const [width, height] = [Math.round(view.size.width * density), Math.round(view.size.height * density)];
    // Setting a size empties a canvas and costs, so it is set only when it is another.
    if (this.surface.width !== width) this.surface.width = width;
    if (this.surface.height !== height) this.surface.height = height;
    context.setTransform(density, 0, 0, density, 0, 0);
    context.clearRect(0, 0, view.size.width, view.size.height);
    this.tiles?.show(view, density);
    this.paint({ context, view, density, scheme, hasGround: this.tiles?.hasGround ?? false });
    const bar = scaleBar(view.feetPerPixel, BAR_ROOM, this.language);
    if (this.bar?.text !== bar.text || Math.abs(this.bar.pixels - bar.pixels) > 0.5) this.bar = bar;
  }

  private zoomBy(factor: number): void {
    this.moveTo((goal, limits) =>
      zoomed(goal, factor, { left: goal.size.width / 2, top: goal.size.height / 2 }, limits),
    );
  }

  protected override render() {
    const { text, hand } = this;
    return html`<div class="photographs" aria-hidden="true"></div>
      <canvas
        tabindex="0"
        role="application"
        aria-label=${text.map}
        aria-description=${text.help}
        @wheel=${{ handleEvent: hand.wheel, passive: false }}
        @pointerdown=${hand.press}
        @pointermove=${hand.drag}
        @pointerup=${hand.release}
        @pointercancel=${hand.release}
        @dblclick=${hand.doubleClick}
        @keydown=${hand.type}
      ></canvas>
      <div class="buttons">
        ${mapButton(text.nearer, "M12 5v14M5 12h14", () => this.zoomBy(BUTTON_FACTOR))}
        ${mapButton(text.farther, "M5 12h14", () => this.zoomBy(1 / BUTTON_FACTOR))}
        ${mapButton(text.all, "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5", () => this.showAll())}
      </div>
      ${this.signs()} ${this.bar === null ? nothing : scale(this.bar)}`;
  }
}

function stepped(view: View, step: Step, limits: Limits): View {
  return zoomed(moved(view, step.byLeft, step.byTop), step.factor, step.at, limits);
}
