import { html, LitElement, nothing } from "lit";
import { property, query, state } from "lit/decorators.js";
import { readTiles } from "../../../data/tile.ts";
import type { GroundLayer } from "../../../map/ground.ts";
import type { PointMap, PointPlaced } from "../../../map/point-map.ts";
import { isFarFrom } from "../../../map/point-placement.ts";
import type { Point } from "../point-input.ts";
import { facilityText } from "../text.ts";
import { type MapContext, readMapContext } from "./map-context.ts";

/** Always the same list: the map redraws for each new one. */
const NO_LAYERS: readonly GroundLayer[] = [];

/** The map next to the two number fields. The form works without it. */
export class StormPointPicker extends LitElement {
  /** Null for a new facility. */
  @property({ attribute: false }) facilityId: number | null = null;
  @property({ attribute: false }) name = "";
  @property({ attribute: false }) point: Point | null = null;
  @state() private context: MapContext | null = null;
  @state() private isCityUnknown = false;
  @state() private announcement = "";
  @query("storm-point-map") private readonly map!: PointMap;
  private stop = new AbortController();

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.stop = new AbortController();
    void this.loadContext(this.stop.signal);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop.abort();
  }

  private async loadContext(signal: AbortSignal): Promise<void> {
    const context = await readMapContext(this.facilityId, signal);
    if (signal.aborted) return;
    [this.context, this.isCityUnknown] = [context, context === null];
  }

  private readonly announce = ({ at }: PointPlaced): void => {
    this.announcement = facilityText().placed(at.x, at.y);
  };

  protected override render() {
    const { context, point } = this;
    if (this.isCityUnknown) return html`<p class="hint">${facilityText().cityUnknown}</p>`;
    return html`<p class="hint">${facilityText().clickMap}</p>
      <storm-point-map
        .home=${context?.home ?? null}
        .maxBox=${context?.maxBox ?? null}
        .others=${context?.others ?? []}
        .point=${point}
        .name=${this.name}
        .source=${readTiles}
        .ground=${context?.ground ?? NO_LAYERS}
        @storm-point-placed=${this.announce}
      ></storm-point-map>
      ${
        context !== null && point !== null && isFarFrom(context.home, point)
          ? html`<p class="notice">${facilityText().farAway}</p>`
          : nothing
      }
      <button type="button" class="second" @click=${() => this.map.placeAtCenter()}>${facilityText().placeAtCrosshair}</button>
      <p role="status" class="hint">${this.announcement}</p>`;
  }
}
