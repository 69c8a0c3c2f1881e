import { html, LitElement, nothing } from "lit";
import { property, query, state } from "lit/decorators.js";
import { tilesOf } from "../../../data/tile.ts";
import { isFarFrom } from "../../../map/placing.ts";
import type { PointMap, PointPut } from "../../../map/point-map.ts";
import type { Point } from "../feet.ts";
import { readSurroundings, type Surroundings } from "./surroundings.ts";

/** The map beside the two numbers. It never stands in their way: without it the form works as before. */
export class StormPointPicker extends LitElement {
  /** The facility that is edited; null for a new one. */
  @property({ attribute: false }) own: number | null = null;
  @property({ attribute: false }) name = "";
  @property({ attribute: false }) point: Point | null = null;
  @state() private surroundings: Surroundings | null = null;
  @state() private isUnknown = false;
  @state() private said = "";
  @query("storm-point-map") private readonly map!: PointMap;
  private stop = new AbortController();

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.stop = new AbortController();
    void this.look(this.stop.signal);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop.abort();
  }

  private async look(signal: AbortSignal): Promise<void> {
    const found = await readSurroundings(this.own, signal);
    if (signal.aborted) return;
    [this.surroundings, this.isUnknown] = [found, found === null];
  }

  private readonly tell = ({ at }: PointPut): void => {
    this.said = `The point was put at x ${at.x}, y ${at.y}.`;
  };

  protected override render() {
    const { surroundings, point } = this;
    if (this.isUnknown)
      return html`<p class="hint">There is no map yet: nothing says where the city is. Type the numbers.</p>`;
    return html`<p class="hint">Click or tap where the facility is.</p>
      <storm-point-map
        .home=${surroundings?.home ?? null}
        .reach=${surroundings?.reach ?? null}
        .others=${surroundings?.others ?? []}
        .point=${point}
        .name=${this.name}
        .source=${tilesOf}
        @storm-point-put=${this.tell}
      ></storm-point-map>
      ${
        surroundings !== null && point !== null && isFarFrom(surroundings.home, point)
          ? html`<p class="notice">These numbers lie far away from the city.</p>`
          : nothing
      }
      <button type="button" class="second" @click=${() => this.map.putHere()}>Put the point at the cross</button>
      <p role="status" class="hint">${this.said}</p>`;
  }
}
