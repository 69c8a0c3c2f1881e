// The details of one facility, large enough to read outdoors on a phone.
import { html, nothing, type TemplateResult } from "lit";
import { statusIcon } from "../map/legend.ts";
import { formatClockMinutes } from "../status-text/format.ts";
import { STATUS_TEXT } from "../status-text/text.ts";
import { ringTexts, strikeCountText, type TextContext, waitText, warningText } from "./facility-text.ts";
import { replayTitle } from "./replay-banner.ts";
import { strikeFacts } from "./strike-facts.ts";
import type { FacilityRow } from "./summary.ts";

export function facilityDetail(
  row: FacilityRow,
  context: TextContext,
  feedHealthy: boolean | null,
  actions: TemplateResult,
): TemplateResult {
  const { facility, status } = row;
  const text = STATUS_TEXT[context.language];
  const [wait, warning] = [waitText(row, context), warningText(row, feedHealthy, context)];
  const title = context.isReplay
    ? replayTitle(formatClockMinutes(context.now, context.timeZone), text.status[status], context.language)
    : text.status[status];
  return html`<section class="detail ${context.isReplay ? "past" : ""}" data-status=${status} aria-labelledby="selected">
    <div class="headline">
      ${statusIcon(status, 52)}
      <div>
        <p class="status-word">${title}</p>
        <h2 id="selected" tabindex="-1">${facility.name}</h2>
      </div>
    </div>
    ${context.isReplay ? nothing : html`<p class="advice">${text.advice[status]}</p>`}
    ${wait === null ? nothing : html`<p class="wait">${wait}</p>`}
    ${context.isReplay ? nothing : html`<p class="safety">${text.safety}</p>`}
    ${warning === null ? nothing : html`<p class="warning">${warning}</p>`}
    ${
      // What cannot be known has no number.
      facility.proximity === null || status === "Unknown"
        ? nothing
        : html`<p class="fact">${strikeCountText(facility, context)}</p>
        <dl>
          ${strikeFacts(row, context).map(({ label, value }) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}
        </dl>`
    }
    ${ringTexts(row, context).map((ring) => html`<p class="fact">${ring}</p>`)}
    ${actions}
  </section>`;
}
