// The effect of an edited policy on the last storm.
import { html, nothing, type TemplateResult } from "lit";
import type { PolicyPreview } from "../../data/policy.ts";
import { formatTime } from "../time.ts";
import { commonText } from "../ui/text.ts";
import { effectRows } from "./rule-text.ts";
import { policyText } from "./text.ts";

/** Undefined: not requested yet. Null: no strikes are stored. */
export function effectSection(preview: PolicyPreview | null | undefined): TemplateResult {
  return html`<div role="status">${preview === undefined ? nothing : preview === null ? noStorm() : effect(preview)}</div>`;
}

function noStorm(): TemplateResult {
  return html`<p class="notice">${policyText().noStorm}</p>`;
}

function effect(preview: PolicyPreview): TemplateResult {
  const { from, to, strikes, facilityCount, replayedCount } = preview;
  const text = policyText();
  const facilities = commonText().facilities(facilityCount);
  const limit = replayedCount < facilityCount ? text.firstReplayed(replayedCount) : nothing;
  return html`<section class="sheet" aria-labelledby="effect">
    <h2 id="effect">${text.effectHeading}</h2>
    <p>${text.effectOf(formatTime(from), formatTime(to), strikes, facilities)} ${limit}</p>
    ${table(text.allOfThem, preview)}
    ${preview.facilities.map((one) => (facilityCount > 1 ? table(one.name, one) : nothing))}
  </section>`;
}

function table(caption: string, effects: Pick<PolicyPreview, "before" | "after">): TemplateResult {
  return html`<table role="table">
    <caption>${caption}</caption>
    <thead role="rowgroup">
      <tr role="row">
        <th role="columnheader" scope="col"><span class="unseen">${policyText().effect}</span></th>
        <th role="columnheader" scope="col" class="number">${policyText().now}</th>
        <th role="columnheader" scope="col" class="number">${policyText().withChange}</th>
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${effectRows(effects, (at) => formatTime(at)).map(
        ({ label, before, after }) => html`<tr role="row">
          <th role="rowheader" scope="row">${label}</th>
          <td role="cell" class="number" data-label=${policyText().now}>${before}</td>
          <td role="cell" class="number" data-label=${policyText().withChange}>${after}</td>
        </tr>`,
      )}
    </tbody>
  </table>`;
}
