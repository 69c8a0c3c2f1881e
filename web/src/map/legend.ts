// The legend of the map, and the status icon.
import { html, svg, type TemplateResult } from "lit";
import { DISPLAY_STATUSES, type DisplayStatus, SHAPES } from "../status/status.ts";
import { STRIKE_KINDS, type StrikeKind } from "../status/strike-kind.ts";
import { formatNumber } from "../status-text/format.ts";
import type { Language } from "../status-text/language.ts";
import { STATUS_TEXT } from "../status-text/text.ts";
import { AGE_COLORS } from "./sprites.ts";
import { strikeShape } from "./strike-shape.ts";
import { MAP_TEXT } from "./text.ts";

const STRIKE_COLOR = "#ffb03a";

export function statusIcon(status: DisplayStatus, size = 24): TemplateResult {
  const { outline, symbol } = SHAPES[status];
  return html`<svg
    class="status-icon"
    data-status=${status}
    viewBox="0 0 24 24"
    width=${size}
    height=${size}
    aria-hidden="true"
  >
    <path class="outline" d=${outline}></path>
    <path class="symbol" d=${symbol} fill="none" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"></path>
  </svg>`;
}

/** A strike some minutes old, as the map draws it. */
function strikeIcon(kind: StrikeKind): TemplateResult {
  const { path, isFilled, rim } = strikeShape(kind, 6);
  return html`<svg viewBox="-9 -9 18 18" width="18" height="18" aria-hidden="true">
    <path d=${path} fill="none" stroke="#141020" stroke-width=${rim}></path>
    <path
      d=${path}
      fill=${isFilled ? STRIKE_COLOR : "none"}
      stroke=${STRIKE_COLOR}
      stroke-width=${isFilled ? 0 : 2}
    ></path>
  </svg>`;
}

export interface LegendOptions {
  dangerMs: number;
  historyMs: number;
  showsClosest: boolean;
  showClosest: (on: boolean) => void;
}

export function renderLegend(
  language: Language,
  { dangerMs, historyMs, showsClosest, showClosest }: LegendOptions,
): TemplateResult {
  const [text, map] = [STATUS_TEXT[language], MAP_TEXT[language]];
  const stops = AGE_COLORS.map(
    (color, step) => svg`<rect x=${step * 10} y="0" width="10.5" height="10" fill=${color}></rect>`,
  );
  return html`<dl>
    <dt>${map.facilities}</dt>
    ${DISPLAY_STATUSES.map((status) => html`<dd>${statusIcon(status, 18)} ${text.status[status]}</dd>`)}
    <dt>${map.strikes}</dt>
    ${STRIKE_KINDS.map((kind) => html`<dd data-kind=${kind}>${strikeIcon(kind)} ${map.strikeKind[kind]}</dd>`)}
    <dd class="ramp">
      <svg viewBox="0 0 120 10" preserveAspectRatio="none" aria-hidden="true">${stops}</svg>
      <span>${map.now}</span><span>${map.minutes(formatNumber(dangerMs / 60_000))}</span><span>${map.hours(formatNumber(historyMs / 3_600_000))}</span>
    </dd>
    <dd><svg viewBox="0 0 18 18" width="18" height="18" aria-hidden="true"><circle class="area" cx="9" cy="9" r="7" stroke-width="2"></circle></svg> ${map.area}</dd>
    <dd><svg viewBox="0 0 18 18" width="18" height="18" aria-hidden="true"><path
      class="trail"
      d="M2 15 9 9M11 7 14 4"
      fill="none"
      stroke-width="2"
    ></path><circle class="trail" cx="14" cy="4" r="3" fill="none" stroke-width="2"></circle></svg> ${map.trail}</dd>
    <dd><label><input
      type="checkbox"
      .checked=${showsClosest}
      @change=${(event: Event) => showClosest((event.target as HTMLInputElement).checked)}
    /> ${map.closest}</label></dd>
  </dl>`;
}
