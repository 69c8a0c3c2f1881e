// The effect of an edited policy on the last storm.
import { html, nothing, type TemplateResult } from "lit";
import type { PolicyPreview } from "../../data/policy.ts";
import { formatTime } from "../time.ts";
import { effectRows } from "./rule-text.ts";

/** Undefined: not requested yet. Null: no strikes are stored. */
export function effectSection(preview: PolicyPreview | null | undefined): TemplateResult {
  return html`<div role="status">${preview === undefined ? nothing : preview === null ? noStorm() : effect(preview)}</div>`;
}

function noStorm(): TemplateResult {
  return html`<p class="notice">No strikes are stored yet, so there is no storm to replay.</p>`;
}

function effect(preview: PolicyPreview): TemplateResult {
  const { from, to, strikes, facilityCount, replayedCount } = preview;
  const facilities = facilityCount === 1 ? "1 facility" : `${facilityCount} facilities`;
  const limit = replayedCount < facilityCount ? ` The first ${replayedCount} were replayed.` : "";
  return html`<section class="sheet" aria-labelledby="effect">
    <h2 id="effect">Effect on the last storm</h2>
    <p>${formatTime(from)} to ${formatTime(to)}, ${strikes} strikes, ${facilities}.${limit}</p>
    ${table("All of them", preview)}
    ${preview.facilities.map((one) => (facilityCount > 1 ? table(one.name, one) : nothing))}
  </section>`;
}

function table(caption: string, effects: Pick<PolicyPreview, "before" | "after">): TemplateResult {
  return html`<table role="table">
    <caption>${caption}</caption>
    <thead role="rowgroup">
      <tr role="row">
        <th role="columnheader" scope="col"><span class="unseen">Effect</span></th>
        <th role="columnheader" scope="col" class="number">Now</th>
        <th role="columnheader" scope="col" class="number">With the change</th>
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${effectRows(effects, (at) => formatTime(at)).map(
        ({ label, before, after }) => html`<tr role="row">
          <th role="rowheader" scope="row">${label}</th>
          <td role="cell" class="number" data-label="Now">${before}</td>
          <td role="cell" class="number" data-label="With the change">${after}</td>
        </tr>`,
      )}
    </tbody>
  </table>`;
}
