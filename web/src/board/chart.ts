import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { property } from "lit/decorators.js";
import uPlot from "uplot";
import { type Scheme, STATUS_COLORS } from "../status/colors.ts";
import { formatClock, formatDistance, formatNumber } from "../status-text/format.ts";
import type { Language } from "../status-text/language.ts";
import { STATUS_TEXT } from "../status-text/text.ts";
import { timeLabels } from "./chart-axis.ts";
import { drawHatch } from "./draw-hatch.ts";
import type { Outage } from "./outages.ts";
import { closestStrike, type StrikeDistance, withinRadius } from "./strike-distance.ts";
import { BOARD_TEXT } from "./text.ts";

const HEIGHT = 240;
const DARK = "(prefers-color-scheme: dark)";
/** Paper is white in both color schemes. */
const PRINT = "print";

/** The strikes around one facility by time and distance. The radius is a dashed line. */
export class StormChart extends LitElement {
  @property({ attribute: false }) strikes: readonly StrikeDistance[] = [];
  /** Times without a record that the feed worked. */
  @property({ attribute: false }) outages: readonly Outage[] = [];
  @property({ attribute: false }) radiusMiles = 8;
  @property({ attribute: false }) from = 0;
  @property({ attribute: false }) to = 0;
  @property({ attribute: false }) timeZone = "UTC";
  @property({ attribute: false }) language: Language = "en";
  private plot: uPlot | null = null;
  private resizeObserver: ResizeObserver | null = null;
  private stop = new AbortController();

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.stop = new AbortController();
    const { signal } = this.stop;
    for (const medium of [DARK, PRINT]) matchMedia(medium).addEventListener("change", () => this.draw(), { signal });
    this.resizeObserver = new ResizeObserver(() => this.resize());
    this.resizeObserver.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop.abort();
    this.resizeObserver?.disconnect();
    this.plot?.destroy();
    this.plot = null;
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.size > 0) this.draw();
  }

  private resize(): void {
    const width = this.clientWidth;
    if (this.plot !== null && width > 0 && width !== this.plot.width) this.plot.setSize({ width, height: HEIGHT });
  }

  private draw(): void {
    const container = this.querySelector<HTMLElement>(".plot");
    if (container === null || this.clientWidth === 0) return;
    this.plot?.destroy();
    const { strikes, radiusMiles } = this;
    const times = strikes.map(({ at }) => at / 1000);
    const inside = strikes.map(({ miles }) => (miles <= radiusMiles ? miles : null));
    const outside = strikes.map(({ miles }) => (miles <= radiusMiles ? null : miles));
    this.plot = new uPlot(this.options(), [times, outside, inside], container);
  }

  private options(): uPlot.Options {
    // A canvas cannot use custom properties: the computed style has the resolved colors.
    const { color: ink, borderTopColor: line } = getComputedStyle(this);
    const scheme: Scheme = matchMedia(DARK).matches && !matchMedia(PRINT).matches ? "dark" : "light";
    const [insideColor, outsideColor] = [STATUS_COLORS[scheme].Active.ink, STATUS_COLORS[scheme].Unknown.solid];
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
      scales: { x: { range: [this.from / 1000, this.to / 1000] }, y: { range: [0, this.maxMiles()] } },
      axes: [
        { ...axis, values: (_, splits, __, ___, step) => timeLabels(splits, step, this.timeZone, this.language) },
        { ...axis, label: BOARD_TEXT[this.language].miles, labelFont: "13px system-ui, sans-serif", size: 52 },
      ],
      series: [{}, dots(outsideColor, 4), dots(insideColor, 7)],
      hooks: {
        drawAxes: [(plot) => this.drawOutages(plot, ink)],
        draw: [(plot) => this.drawRadius(plot, insideColor)],
      },
    };
  }

  /** Far strikes matter little: the chart ends at four radii, or at the farthest strike. */
  private maxMiles(): number {
    const farthest = this.strikes.reduce((most, { miles }) => Math.max(most, miles), 0);
    return Math.max(this.radiusMiles * 1.5, Math.min(farthest * 1.05, this.radiusMiles * 4));
  }

  private drawOutages(plot: uPlot, color: string): void {
    const { left, top, width, height } = plot.bbox;
    const toPixel = (at: number): number => Math.min(left + width, Math.max(left, plot.valToPos(at / 1000, "x", true)));
    for (const { from, to } of this.outages) {
      const [start, end] = [toPixel(from), toPixel(to)];
      if (end > start) drawHatch(plot.ctx, { left: start, top, width: end - start, height }, color, devicePixelRatio);
    }
  }

  private drawRadius(plot: uPlot, color: string): void {
    const y = Math.round(plot.valToPos(this.radiusMiles, "y", true));
    const { ctx } = plot;
    ctx.save();
    ctx.strokeStyle = color;
    ctx.lineWidth = devicePixelRatio * 1.5;
    ctx.setLineDash([6 * devicePixelRatio, 4 * devicePixelRatio]);
    ctx.beginPath();
    ctx.moveTo(plot.bbox.left, y);
    ctx.lineTo(plot.bbox.left + plot.bbox.width, y);
    ctx.stroke();
    ctx.restore();
  }

  protected override render() {
    const text = BOARD_TEXT[this.language];
    const summary = this.summaryText();
    return html`<figure>
      <figcaption>${summary} ${this.strikes.length === 0 ? nothing : html`<span class="hint">${text.dashedLine}</span>`} ${this.hatchText()}</figcaption>
      <div class="plot" role="img" aria-label="${text.chart} ${summary}"></div>
    </figure>`;
  }

  private hatchText(): TemplateResult | typeof nothing {
    const isShown = this.outages.some(({ from, to }) => to > this.from && from < this.to);
    return isShown ? html`<span class="hint">${BOARD_TEXT[this.language].hatched}</span>` : nothing;
  }

  private summaryText(): string {
    const text = BOARD_TEXT[this.language];
    const closest = closestStrike(this.strikes);
    if (closest === null) return text.noStrikes;
    const inside = withinRadius(this.strikes, this.radiusMiles).length;
    const nearest = text.closest(
      formatDistance(closest.miles, STATUS_TEXT[this.language]),
      formatClock(closest.at, this.timeZone),
    );
    return `${text.counted(this.strikes.length, inside, formatNumber(this.radiusMiles))} ${nearest}`;
  }
}
