// The details of one facility, large enough to read outdoors on a phone.
import { html, nothing, type TemplateResult } from "lit";
import { statusIcon } from "../map/legend.ts";
import { formatClockMinutes } from "../status-text/format.ts";
import { STATUS_TEXT } from "../status-text/text.ts";
import {
  closestStrikeText,
  lastStrikeText,
  ringTexts,
  strikeCountText,
  type TextContext,
  waitText,
  warningText,
} from "./facility-text.ts";
import { replayTitle } from "./replay-banner.ts";
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
      ${statusIcon(status, 44)}
      <div>
        <p class="status-word">${title}</p>
        <h2 id="selected" tabindex="-1">${facility.name}</h2>
      </div>
    </div>
    ${context.isReplay ? nothing : html`<p class="advice">${text.advice[status]} <span class="safety">${text.safety}</span></p>`}
    ${wait === null ? nothing : html`<p class="wait">${wait}</p>`} ${warning === null ? nothing : html`<p class="warning">${warning}</p>`}
    ${
      facility.proximity === null
        ? nothing
        : html`<dl>
          <div><dt>${text.lastStrike}</dt><dd>${lastStrikeText(facility, context)}</dd></div>
          <div><dt>${text.closest}</dt><dd>${closestStrikeText(facility, context)}</dd></div>
        </dl>
        <p class="fact">${strikeCountText(facility, context)}</p>
        ${status === "Unknown" ? nothing : ringTexts(facility, context).map((ring) => html`<p class="fact">${ring}</p>`)}`
    }
    ${actions}
  </section>`;
}
