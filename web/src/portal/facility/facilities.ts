import { html, nothing, type TemplateResult } from "lit";
import { state } from "lit/decorators.js";
import { type Facility, listFacilities } from "../../data/facility.ts";
import { facilityCountText, searchByName, sortByName } from "../../data/facility-search.ts";
import { Loader, whenLoaded } from "../ui/loader.ts";
import { heading, PortalPage } from "../ui/page.ts";
import { formatDegrees, formatFeet } from "./point-input.ts";

/** A city with 100,000 facilities must not freeze the page. */
const ROWS_PER_STEP = 500;

export class StormFacilities extends PortalPage {
  private readonly facilities = new Loader(this, async (signal) => sortByName(await listFacilities(signal)));
  // The search is part of the URL, so that going back restores it.
  @state() private search = new URLSearchParams(location.search).get("q") ?? "";
  @state() private rows = ROWS_PER_STEP;

  private searchTyped(event: InputEvent): void {
    this.search = (event.target as HTMLInputElement).value;
    this.rows = ROWS_PER_STEP;
    const query = this.search === "" ? "" : `?${new URLSearchParams({ q: this.search }).toString()}`;
    history.replaceState(null, "", location.pathname + query);
  }

  protected override render() {
    return html`<div class="top">
        ${heading("Facilities")} ${this.isAdmin ? html`<a class="button" href="/portal/facilities/new">Add facility</a>` : nothing}
      </div>
      ${whenLoaded(this.facilities, (all) => this.list(all))}`;
  }

  private list(all: Facility[]): TemplateResult {
    if (all.length === 0) {
      return html`<p>There are no facilities yet.${this.isAdmin ? " Add the first one." : " An administrator can add them."}</p>`;
    }
    const found = searchByName(all, this.search, ({ name }) => name);
    return html`<div class="field search">
        <label for="search">Search by name</label>
        <input
          id="search"
          type="search"
          autocomplete="off"
          spellcheck="false"
          .value=${this.search}
          @input=${this.searchTyped}
        />
      </div>
      <p role="status" class="count">${facilityCountText(found.length, all.length)}</p>
      ${found.length === 0 ? html`<p>No matching facilities. Try a shorter search.</p>` : facilityTable(found.slice(0, this.rows))}
      ${found.length > this.rows ? this.more(found.length - this.rows) : nothing}`;
  }

  private more(left: number): TemplateResult {
    return html`<p>
      <button
        type="button"
        class="second"
        @click=${() => (this.rows += ROWS_PER_STEP)}
      >Show more (${left} left)</button>
    </p>`;
  }
}

// Explicit roles, because a phone shows the rows as cards, and some browsers then drop the table semantics.
function facilityTable(facilities: Facility[]): TemplateResult {
  return html`<table role="table">
    <caption class="unseen">Facilities with their points</caption>
    <thead role="rowgroup">
      <tr role="row">
        <th role="columnheader" scope="col">Name</th>
        <th role="columnheader" scope="col" class="number">x (feet)</th>
        <th role="columnheader" scope="col" class="number">y (feet)</th>
        <th role="columnheader" scope="col" class="number">Latitude</th>
        <th role="columnheader" scope="col" class="number">Longitude</th>
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${facilities.map(facilityRow)}
    </tbody>
  </table>`;
}

function facilityRow({ id, name, point, latLongPoint }: Facility): TemplateResult {
  const cell = (label: string, value: string | null) =>
    html`<td role="cell" class="number" data-label=${label}>${value ?? "unknown"}</td>`;
  return html`<tr role="row">
    <th role="rowheader" scope="row"><a href="/portal/facilities/${id}">${name}</a></th>
    ${
      point
        ? html`${cell("x (feet)", formatFeet(point.x))} ${cell("y (feet)", formatFeet(point.y))}
        ${cell("Latitude", latLongPoint ? formatDegrees(latLongPoint.lat) : null)}
        ${cell("Longitude", latLongPoint ? formatDegrees(latLongPoint.lng) : null)}`
        : html`<td role="cell" colspan="4"><span class="tag">No point</span> Its distance to lightning cannot be calculated.</td>`
    }
  </tr>`;
}
