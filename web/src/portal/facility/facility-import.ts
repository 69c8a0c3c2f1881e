import { html, nothing, type TemplateResult } from "lit";
import { state } from "lit/decorators.js";
import {
  type FacilityFile,
  type FacilityImport,
  type FacilityImportRow,
  importFacilities,
} from "../../data/facility.ts";
import { navigateTo } from "../events.ts";
import { FACILITIES_PATH } from "../route.ts";
import { formNotice } from "../ui/field.ts";
import { backLink, heading, PortalPage } from "../ui/page.ts";
import { Submission } from "../ui/submission.ts";
import {
  countFacilities,
  decodeText,
  doneText,
  fileFormat,
  planText,
  positionText,
  resultLabel,
  sortRows,
} from "./import-text.ts";

/** A file with thousands of rows must not freeze the page. */
const MAX_SHOWN = 500;

interface CheckedFile {
  name: string;
  file: FacilityFile;
  plan: FacilityImport;
}

/** Uploads a file of facilities: first a dry run, then the import. */
export class StormFacilityImport extends PortalPage {
  private readonly submission = new Submission(this);
  @state() private checked: CheckedFile | null = null;

  private readonly chosen = (event: Event): void => {
    const chosen = (event.target as HTMLInputElement).files?.[0];
    this.checked = null;
    if (chosen === undefined) return;
    void this.submission.send(async (signal) => {
      const file = { format: fileFormat(chosen.name), text: decodeText(await chosen.arrayBuffer()) };
      this.checked = { name: chosen.name, file, plan: await importFacilities(file, true, signal) };
    });
  };

  private readonly apply = (): void => {
    const { checked } = this;
    if (checked === null) return;
    void this.submission.send(async (signal) => {
      const done = await importFacilities(checked.file, false, signal);
      navigateTo(FACILITIES_PATH, { message: doneText(done) });
    });
  };

  protected override render() {
    const { submission } = this;
    return html`${backLink(FACILITIES_PATH, "All facilities")} ${heading("Import facilities")}
      <div class="sheet">
        <p>A CSV file has a header with <code>name</code> and either <code>lat</code> and <code>lng</code> in degrees, or
          <code>x</code> and <code>y</code> in feet. A GeoJSON file has Points with a <code>name</code>.</p>
        <pre class="sample">name,lat,lng
City pool,34.7304,-86.5861
Ridge park,34.7412,-86.5533</pre>
        <p>A name that exists already updates that facility. Importing a file again changes nothing.</p>
        <div class="field">
          <label for="facility-file">File</label>
          <input id="facility-file" type="file" accept=".csv,.txt,.json,.geojson" ?disabled=${submission.busy} @change=${this.chosen} />
        </div>
      </div>
      ${formNotice(submission.message)}
      <div role="status">${submission.busy ? html`<p class="quiet">Reading the file…</p>` : nothing}</div>
      ${this.checked === null ? nothing : this.plan(this.checked)}`;
  }

  private plan({ name, plan }: CheckedFile): TemplateResult {
    const changes = plan.added + plan.updated;
    const rows = sortRows(plan.rows ?? []);
    return html`<h2>What will change</h2>
      <p role="status">${name}: ${planText(plan)} Nothing has changed yet.</p>
      ${plan.rejected > 0 ? html`<p class="notice bad" role="alert">Correct the rejected rows in the file, then choose it again.</p>` : nothing}
      ${
        plan.rejected === 0 && changes > 0
          ? html`<div class="buttons">
              <button type="button" ?disabled=${this.submission.busy} @click=${this.apply}>Import ${countFacilities(changes)}</button>
            </div>`
          : nothing
      }
      ${plan.rejected === 0 && changes === 0 ? html`<p class="notice good">All facilities are as in the file.</p>` : nothing}
      ${rowTable(rows.slice(0, MAX_SHOWN))}
      ${rows.length > MAX_SHOWN ? html`<p class="quiet">${rows.length - MAX_SHOWN} more rows are not shown.</p>` : nothing}`;
  }
}

function rowTable(rows: FacilityImportRow[]): TemplateResult {
  return html`<table role="table">
    <caption class="unseen">Rows of the file</caption>
    <thead role="rowgroup">
      <tr role="row">
        <th role="columnheader" scope="col">Facility</th>
        <th role="columnheader" scope="col">Result</th>
        <th role="columnheader" scope="col" class="number">Line</th>
        <th role="columnheader" scope="col">Latitude, longitude</th>
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${rows.map(tableRow)}
    </tbody>
  </table>`;
}

function tableRow(row: FacilityImportRow): TemplateResult {
  const { problem } = row;
  return html`<tr role="row">
    <th role="rowheader" scope="row">${row.name ?? `Line ${row.line}`}</th>
    <td role="cell" data-label="Result"><span class="tag ${row.result === "reject" ? "bad" : ""}">${resultLabel(row)}</span></td>
    <td role="cell" class="number" data-label="Line">${row.line}</td>
    ${
      problem
        ? html`<td role="cell">${problem.field ? html`<strong>${problem.field} ${problem.value}</strong>: ` : nothing}${problem.message}</td>`
        : html`<td role="cell" data-label="Latitude, longitude">${positionChange(row)}</td>`
    }
  </tr>`;
}

function positionChange({ result, before, after }: FacilityImportRow): TemplateResult {
  const [was, is] = [positionText(before), positionText(after)];
  return result === "update" && was !== is ? html`<del>${was}</del> <ins>${is}</ins>` : html`${is}`;
}
