// Strikes by time and distance, for one facility.
import { html, LitElement, nothing, type PropertyValues } from "lit";
import { property } from "lit/decorators.js";
import uPlot from "uplot";
import { COLOURS, type Scheme } from "../words/colours.ts";
import { clock, distance, plainNumber } from "../words/figures.ts";
import type { Language } from "../words/language.ts";
import { WORDS } from "../words/words.ts";
import { axisTimes } from "./chart-times.ts";
import { closestOf, type Near, within } from "./near.ts";
import { BOARD_WORDS } from "./words.ts";

const HEIGHT = 240;
const DARK = "(prefers-color-scheme: dark)";
/** Paper is white. */
const PRINT = "print";

/** A chart of dots: those within the radius stand out, the radius is a line. */
export class StormChart extends LitElement {
  @property({ attribute: false }) near: readonly Near[] = [];
  @property({ attribute: false }) radiusMiles = 8;
  @property({ attribute: false }) from = 0;
  @property({ attribute: false }) to = 0;
  @property({ attribute: false }) timeZone = "UTC";
  @property({ attribute: false }) language: Language = "en";
  private plot: uPlot | null = null;
  private watcher: ResizeObserver | null = null;
  private stop = new AbortController();

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.stop = new AbortController();
    const { signal } = this.stop;
    for (const medium of [DARK, PRINT]) matchMedia(medium).addEventListener("change", () => this.draw(), { signal });
    this.watcher = new ResizeObserver(() => this.fit());
    this.watcher.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop.abort();
    this.watcher?.disconnect();
    this.plot?.destroy();
    this.plot = null;
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.size > 0) this.draw();
  }

  private fit(): void {
    const width = this.clientWidth;
    if (this.plot !== null && width > 0 && width !== this.plot.width) this.plot.setSize({ width, height: HEIGHT });
  }

  private draw(): void {
    const room = this.querySelector<HTMLElement>(".plot");
    if (room === null || this.clientWidth === 0) return;
    this.plot?.destroy();
    const { near, radiusMiles } = this;
    const times = near.map(({ at }) => at / 1000);
    const inside = near.map(({ miles }) => (miles <= radiusMiles ? miles : null));
    const outside = near.map(({ miles }) => (miles <= radiusMiles ? null : miles));
    this.plot = new uPlot(this.options(), [times, outside, inside], room);
  }

  private options(): uPlot.Options {
    // A canvas takes no custom properties: what the style sheet gives this element is read back as plain colours.
    const { color: ink, borderTopColor: line } = getComputedStyle(this);
    const scheme: Scheme = matchMedia(DARK).matches && !matchMedia(PRINT).matches ? "dark" : "light";
    const [hot, cold] = [COLOURS[scheme].Active.ink, COLOURS[scheme].Unknown.solid];
    const axis = {
      stroke: ink,
      grid: { stroke: line, width: 1 },
      ticks: { stroke: line, width: 1 },
      font: "13px system-ui, sans-serif",
    };
    const dots = (stroke: string, size: number) => ({
      stroke,
      paths: () => null,
      points: { show: true, size, stroke, fill: stroke },
    });
    return {
      width: this.clientWidth,
      height: HEIGHT,
      tzDate: (at) => uPlot.tzDate(new Date(at * 1000), this.timeZone),
      legend: { show: false },
      cursor: { show: false },
      scales: { x: { range: [this.from / 1000, this.to / 1000] }, y: { range: [0, this.top()] } },
      axes: [
        { ...axis, values: (_, splits, __, ___, step) => axisTimes(splits, step, this.timeZone, this.language) },
        { ...axis, label: BOARD_WORDS[this.language].miles, labelFont: "13px system-ui, sans-serif", size: 52 },
      ],
      series: [{}, dots(cold, 4), dots(hot, 7)],
      hooks: { draw: [(plot) => this.drawRadius(plot, hot)] },
    };
  }

  /** Far strikes say little: the chart ends at four radii, or where the farthest lies. */
  private top(): number {
    const farthest = this.near.reduce((most, { miles }) => Math.max(most, miles), 0);
    return Math.max(this.radiusMiles * 1.5, Math.min(farthest * 1.05, this.radiusMiles * 4));
  }

  private drawRadius(plot: uPlot, colour: string): void {
    const y = Math.round(plot.valToPos(this.radiusMiles, "y", true));
    const { ctx } = plot;
    ctx.save();
    ctx.strokeStyle = colour;
    ctx.lineWidth = devicePixelRatio * 1.5;
    ctx.setLineDash([6 * devicePixelRatio, 4 * devicePixelRatio]);
    ctx.beginPath();
    ctx.moveTo(plot.bbox.left, y);
    ctx.lineTo(plot.bbox.left + plot.bbox.width, y);
    ctx.stroke();
    ctx.restore();
  }

  protected override render() {
    const words = BOARD_WORDS[this.language];
    const said = this.inWords();
    return html`<figure>
      <figcaption>${said} ${this.near.length === 0 ? nothing : html`<span class="hint">${words.dashedLine}</span>`}</figcaption>
      <div class="plot" role="img" aria-label="${words.chart} ${said}"></div>
    </figure>`;
  }

  private inWords(): string {
    const words = BOARD_WORDS[this.language];
    const closest = closestOf(this.near);
    if (closest === null) return words.noStrikes;
    const inside = within(this.near, this.radiusMiles).length;
    const nearest = words.closest(distance(closest.miles, WORDS[this.language]), clock(closest.at, this.timeZone));
    return `${words.counted(this.near.length, inside, plainNumber(this.radiusMiles))} ${nearest}`;
  }
}
