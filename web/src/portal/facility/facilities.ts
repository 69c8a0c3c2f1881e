import { html, nothing, type TemplateResult } from "lit";
import { state } from "lit/decorators.js";
import { deleteFacilities, type Facility, listFacilities } from "../../data/facility.ts";
import { facilityCountText, searchByName, sortByName } from "../../data/facility-search.ts";
import { showStatus } from "../events.ts";
import { LAYERS_PATH, POLICIES_PATH } from "../route.ts";
import { titles } from "../titles.ts";
import type { StormConfirm } from "../ui/confirm.ts";
import { formNotice } from "../ui/field.ts";
import { Loader, whenLoaded } from "../ui/loader.ts";
import { heading, PortalPage } from "../ui/page.ts";
import { Submission } from "../ui/submission.ts";
import { commonText } from "../ui/text.ts";
import { formatDegrees, formatFeet } from "./point-input.ts";
import { facilityText } from "./text.ts";

/** A city with 100,000 facilities must not freeze the page. */
const ROWS_PER_STEP = 500;

export class StormFacilities extends PortalPage {
  private readonly facilities = new Loader(this, async (signal) => sortByName(await listFacilities(signal)));
  // The search is part of the URL, so that going back restores it.
  @state() private search = new URLSearchParams(location.search).get("q") ?? "";
  @state() private rows = ROWS_PER_STEP;
  @state() private selected: ReadonlySet<number> = new Set();
  private readonly submission = new Submission(this);

  private readonly select = (ids: number[], isSelected: boolean): void => {
    const left = new Set(this.selected);
    for (const id of ids) {
      if (isSelected) left.add(id);
      else left.delete(id);
    }
    this.selected = left;
  };

  private readonly deleteSelected = (): void => {
    void this.submission.send(async (signal) => {
      const deleted = await deleteFacilities([...this.selected], signal);
      this.selected = new Set();
      await this.facilities.reload();
      showStatus(facilityText().someDeleted(deleted, commonText().facilities(deleted)));
    });
  };

  private searchTyped(event: InputEvent): void {
    this.search = (event.target as HTMLInputElement).value;
    this.rows = ROWS_PER_STEP;
    const query = this.search === "" ? "" : `?${new URLSearchParams({ q: this.search }).toString()}`;
    history.replaceState(null, "", location.pathname + query);
  }

  protected override render() {
    return html`<div class="top">
        ${heading(titles().page.facilities)}
        <div class="buttons">
          ${
            this.isAdmin
              ? html`<a class="button" href="/portal/facilities/new">${facilityText().addFacility}</a>
                <a class="button second" href="/portal/facilities/import">${facilityText().importFile}</a>`
              : nothing
          }
          <a class="button second" href=${POLICIES_PATH}>${titles().page.policies}</a>
          <a class="button second" href=${LAYERS_PATH}>${titles().page.layers}</a>
        </div>
      </div>
      ${whenLoaded(this.facilities, (all) => this.list(all))}`;
  }

  private list(all: Facility[]): TemplateResult {
    if (all.length === 0) {
      return html`<p>${facilityText().noFacilities} ${this.isAdmin ? facilityText().addFirst : facilityText().adminCanAdd}</p>`;
    }
    const found = searchByName(all, this.search, ({ name }) => name);
    return html`<div class="field search">
        <label for="search">${facilityText().search}</label>
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
      ${this.isAdmin ? this.selection(found) : nothing}
      ${found.length === 0 ? html`<p>${facilityText().noMatch}</p>` : this.table(found.slice(0, this.rows))}
      ${found.length > this.rows ? this.more(found.length - this.rows) : nothing}`;
  }

  /** Deletes what is selected, also when a search hides it. */
  private selection(found: Facility[]): TemplateResult {
    const ids = found.map(({ id }) => id);
    const count = this.selected.size;
    return html`${formNotice(this.submission.message)}
      <div class="selection">
        <label class="choice">
          <input
            type="checkbox"
            .checked=${ids.length > 0 && ids.every((id) => this.selected.has(id))}
            @change=${(event: Event) => this.select(ids, (event.target as HTMLInputElement).checked)}
          />
          <span>${this.search === "" ? facilityText().selectAll : facilityText().selectMatching}</span>
        </label>
        ${
          count === 0
            ? nothing
            : html`<button
                type="button"
                class="danger"
                ?disabled=${this.submission.busy}
                @click=${() => this.querySelector<StormConfirm>("storm-confirm")?.open()}
              >${facilityText().deleteSome(commonText().facilities(count))}</button>`
        }
      </div>
      <storm-confirm
        .question=${facilityText().deleteSomeQuestion(commonText().facilities(count))}
        detail=${facilityText().deleteSomeDetail}
        button-label=${facilityText().delete}
        @storm-confirmed=${this.deleteSelected}
      ></storm-confirm>`;
  }

  private table(facilities: Facility[]): TemplateResult {
    return facilityTable(facilities, this.isAdmin ? { selected: this.selected, select: this.select } : null);
  }

  private more(left: number): TemplateResult {
    return html`<p>
      <button
        type="button"
        class="second"
        @click=${() => (this.rows += ROWS_PER_STEP)}
      >${commonText().showMore(left)}</button>
    </p>`;
  }
}

interface Selection {
  selected: ReadonlySet<number>;
  select: (ids: number[], isSelected: boolean) => void;
}

// Explicit roles, because a phone shows the rows as cards, and some browsers then drop the table semantics.
function facilityTable(facilities: Facility[], selection: Selection | null): TemplateResult {
  return html`<table role="table">
    <caption class="unseen">${facilityText().caption}</caption>
    <thead role="rowgroup">
      <tr role="row">
        ${selection ? html`<th role="columnheader" scope="col"><span class="unseen">${facilityText().selected}</span></th>` : nothing}
        <th role="columnheader" scope="col">${commonText().name}</th>
        <th role="columnheader" scope="col" class="number">${facilityText().xFeet}</th>
        <th role="columnheader" scope="col" class="number">${facilityText().yFeet}</th>
        <th role="columnheader" scope="col" class="number">${facilityText().latitude}</th>
        <th role="columnheader" scope="col" class="number">${facilityText().longitude}</th>
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${facilities.map((facility) => facilityRow(facility, selection))}
    </tbody>
  </table>`;
}

function facilityRow({ id, name, point, latLongPoint }: Facility, selection: Selection | null): TemplateResult {
  const cell = (label: string, value: string | null) =>
    html`<td role="cell" class="number" data-label=${label}>${value ?? commonText().unknown}</td>`;
  return html`<tr role="row">
    ${
      selection
        ? html`<td role="cell" class="select">
            <input
              type="checkbox"
              aria-label=${facilityText().select(name)}
              .checked=${selection.selected.has(id)}
              @change=${(event: Event) => selection.select([id], (event.target as HTMLInputElement).checked)}
            />
          </td>`
        : nothing
    }
    <th role="rowheader" scope="row"><a href="/portal/facilities/${id}">${name}</a></th>
    ${
      point
        ? html`${cell(facilityText().xFeet, formatFeet(point.x))} ${cell(facilityText().yFeet, formatFeet(point.y))}
        ${cell(facilityText().latitude, latLongPoint ? formatDegrees(latLongPoint.lat) : null)}
        ${cell(facilityText().longitude, latLongPoint ? formatDegrees(latLongPoint.lng) : null)}`
        : html`<td role="cell" colspan="4"><span class="tag">${facilityText().noPoint}</span> ${facilityText().noDistance}</td>`
    }
  </tr>`;
}
