import { html, LitElement, nothing, type TemplateResult } from "lit";
import { property, state } from "lit/decorators.js";
import type { Facility } from "../../data/facility.ts";
import { searchByName } from "../../data/facility-search.ts";
import { sinkText } from "./text.ts";

/** A city with 100,000 facilities must not freeze the page. */
const MAX_ROWS = 50;

/** `detail` is the new selection. */
export class FacilitiesPicked extends CustomEvent<ReadonlySet<number>> {
  static readonly type = "storm-facilities-picked";
  constructor(selected: ReadonlySet<number>) {
    super(FacilitiesPicked.type, { detail: selected });
  }
}

/** Check boxes for facilities, with a search. What is selected comes first. */
export class StormFacilityPicker extends LitElement {
  @property({ attribute: false }) facilities: Facility[] = [];
  @property({ attribute: false }) selected: ReadonlySet<number> = new Set();
  @state() private search = "";
  /** The order must not change while someone selects. */
  private first: ReadonlySet<number> = new Set();

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.first = this.selected;
  }

  private toggle(id: number, isSelected: boolean): void {
    const selected = new Set(this.selected);
    if (isSelected) selected.add(id);
    else selected.delete(id);
    this.dispatchEvent(new FacilitiesPicked(selected));
  }

  protected override render() {
    const found = searchByName(this.facilities, this.search, ({ name }) => name);
    const [before, after] = [
      found.filter(({ id }) => this.first.has(id)),
      found.filter(({ id }) => !this.first.has(id)),
    ];
    const rows = [...before, ...after].slice(0, MAX_ROWS);
    return html`<div class="field search">
        <label for="facility-search">${sinkText().searchFacilities}</label>
        <input
          id="facility-search"
          type="search"
          autocomplete="off"
          spellcheck="false"
          .value=${this.search}
          @input=${(event: InputEvent) => {
            event.stopPropagation();
            this.search = (event.target as HTMLInputElement).value;
          }}
        />
      </div>
      <p role="status" class="count">${sinkText().selected(this.selected.size, this.facilities.length)}</p>
      <div class="choice-list" role="group" aria-label=${sinkText().facilities}>${rows.map((facility) => this.row(facility))}</div>
      ${found.length > rows.length ? html`<p class="hint">${sinkText().moreMatch(found.length - rows.length)}</p>` : nothing}`;
  }

  private row({ id, name }: Facility): TemplateResult {
    return html`<label class="choice">
      <input
        type="checkbox"
        .checked=${this.selected.has(id)}
        @change=${(event: Event) => this.toggle(id, (event.target as HTMLInputElement).checked)}
      />
      <span>${name}</span>
    </label>`;
  }
}
