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
import { titles } from "../titles.ts";
import { formNotice } from "../ui/field.ts";
import { backLink, heading, PortalPage } from "../ui/page.ts";
import { Submission } from "../ui/submission.ts";
import { commonText } from "../ui/text.ts";
import { decodeText, doneText, fileFormat, planText, positionText, resultLabel, sortRows } from "./import-text.ts";
import { facilityText } from "./text.ts";

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
    return html`${backLink(FACILITIES_PATH, commonText().allFacilities)} ${heading(titles().page["facility-import"])}
      <div class="sheet">
        ${fileHelp()}
        <p>${facilityText().importHint}</p>
        <div class="field">
          <label for="facility-file">${facilityText().file}</label>
          <input id="facility-file" type="file" accept=".csv,.txt,.json,.geojson" ?disabled=${submission.busy} @change=${this.chosen} />
        </div>
      </div>
      ${formNotice(submission.message)}
      <div role="status">${submission.busy ? html`<p class="quiet">${facilityText().reading}</p>` : nothing}</div>
      ${this.checked === null ? nothing : this.plan(this.checked)}`;
  }

  private plan({ name, plan }: CheckedFile): TemplateResult {
    const changes = plan.added + plan.updated;
    const rows = sortRows(plan.rows ?? []);
    return html`<h2>${facilityText().whatChanges}</h2>
      <p role="status">${name}: ${planText(plan)} ${facilityText().nothingYet}</p>
      ${plan.rejected > 0 ? html`<p class="notice bad" role="alert">${facilityText().correctRows}</p>` : nothing}
      ${
        plan.rejected === 0 && changes > 0
          ? html`<div class="buttons">
              <button type="button" ?disabled=${this.submission.busy} @click=${this.apply}>${facilityText().import(commonText().facilities(changes))}</button>
            </div>`
          : nothing
      }
      ${plan.rejected === 0 && changes === 0 ? html`<p class="notice good">${facilityText().asInFile}</p>` : nothing}
      ${rowTable(rows.slice(0, MAX_SHOWN))}
      ${rows.length > MAX_SHOWN ? html`<p class="quiet">${facilityText().rowsNotShown(rows.length - MAX_SHOWN)}</p>` : nothing}`;
  }
}

function fileHelp(): TemplateResult {
  const { csvHeader, sampleNames } = facilityText();
  const [hasHeader, andEither, and, inDegrees, andFeet, inFeet] = csvHeader;
  const [first, second] = sampleNames;
  const sample = `name,lat,lng\n${first},34.7304,-86.5861\n${second},34.7412,-86.5533`;
  return html`<p>${hasHeader} <code>name</code> ${andEither} <code>lat</code> ${and} <code>lng</code> ${inDegrees}
      <code>x</code> ${andFeet} <code>y</code> ${inFeet} <code>name</code>.</p>
    <pre class="sample">${sample}</pre>`;
}

function rowTable(rows: FacilityImportRow[]): TemplateResult {
  return html`<table role="table">
    <caption class="unseen">${facilityText().rowsCaption}</caption>
    <thead role="rowgroup">
      <tr role="row">
        <th role="columnheader" scope="col">${facilityText().facility}</th>
        <th role="columnheader" scope="col">${commonText().result}</th>
        <th role="columnheader" scope="col" class="number">${facilityText().line}</th>
        <th role="columnheader" scope="col">${facilityText().latLng}</th>
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
    <th role="rowheader" scope="row">${row.name ?? facilityText().lineNumber(row.line)}</th>
    <td role="cell" data-label=${commonText().result}><span class="tag ${row.result === "reject" ? "bad" : ""}">${resultLabel(row)}</span></td>
    <td role="cell" class="number" data-label=${facilityText().line}>${row.line}</td>
    ${
      problem
        ? html`<td role="cell">${problem.field ? html`<strong>${problem.field} ${problem.value}</strong>: ` : nothing}${problem.message}</td>`
        : html`<td role="cell" data-label=${facilityText().latLng}>${positionChange(row)}</td>`
    }
  </tr>`;
}

function positionChange({ result, before, after }: FacilityImportRow): TemplateResult {
  const [was, is] = [positionText(before), positionText(after)];
  return result === "update" && was !== is ? html`<del>${was}</del> <ins>${is}</ins>` : html`${is}`;
}
