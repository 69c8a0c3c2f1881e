// The printable report.
import { html, nothing, type TemplateResult } from "lit";
import { describeStrike, formatClock, formatDistance, formatNumber } from "../status-text/format.ts";
import type { Language } from "../status-text/language.ts";
import { STATUS_TEXT } from "../status-text/text.ts";
import { statusPill } from "../storm/status-pill.ts";
import { formatLocalTime } from "./local-time.ts";
import { formatDuration, type ReportData } from "./report-data.ts";
import { REPORT_TEXT } from "./report-text.ts";
import type { StrikeDistance } from "./strike-distance.ts";
import { BOARD_TEXT } from "./text.ts";

const MAX_LISTED = 500;

export function reportDocument(report: ReportData, username: string, language: Language): TemplateResult {
  const { city, facility, from, to, parameters } = report;
  const text = REPORT_TEXT[language];
  const at = (ms: number): string => formatLocalTime(ms, city.timezone, language);
  return html`<article class="paper framed">
    <header>
      <p class="quiet">${city.name}</p>
      <h2>${text.about(facility.name)}</h2>
      <p>${text.between(at(from), at(to))}</p>
    </header>
    ${facts(report, language)}
    <h3>${text.status}</h3>
    <table role="table">
      <thead role="rowgroup"><tr role="row">${column(text.status)}${column(text.from)}${column(text.to)}${column(text.duration, "number")}</tr></thead>
      <tbody role="rowgroup">
        ${report.periods.map(
          (period) => html`<tr role="row" class=${period.status === "Unknown" ? "unwatched" : ""}>
            <td role="cell" data-label=${text.status}><span>${statusPill(period.status, language)} ${period.status === "Unknown" ? text.notWatched : nothing}</span></td>
            <td role="cell" data-label=${text.from}>${at(period.from)}</td>
            <td role="cell" data-label=${text.to}>${at(period.to)}</td>
            <td role="cell" data-label=${text.duration} class="number">${formatDuration(period.to - period.from)}</td>
          </tr>`,
        )}
      </tbody>
    </table>
    <h3>${BOARD_TEXT[language].byDistance}</h3>
    <storm-chart
      .language=${language}
      .strikes=${report.inPeriod}
      .outages=${report.outages}
      .radiusMiles=${parameters.radiusMiles}
      .from=${from}
      .to=${to}
      .timeZone=${city.timezone}
    ></storm-chart>
    ${strikeTable(report, language)}
    <footer>
      <p>${STATUS_TEXT[language].safety} ${basis(report, language)} ${text.notWatchedNote}</p>
      ${report.truncated ? html`<p><strong>${text.truncated}</strong></p>` : nothing}
      <p class="quiet">${text.createdBy(at(report.createdAt), username)}</p>
    </footer>
  </article>`;
}

/** Where the statuses come from. */
function basis({ recordedFrom, from, city }: ReportData, language: Language): string {
  const text = REPORT_TEXT[language];
  if (recordedFrom === null) return text.calculated;
  return recordedFrom > from
    ? text.recordedSince(formatLocalTime(recordedFrom, city.timezone, language))
    : text.recorded;
}

function column(label: string, className = ""): TemplateResult {
  return html`<th role="columnheader" scope="col" class=${className}>${label}</th>`;
}

function facts(
  { parameters, inRadius, inPeriod, closest, totals, city }: ReportData,
  language: Language,
): TemplateResult {
  const [text, common] = [REPORT_TEXT[language], STATUS_TEXT[language]];
  const { radiusMiles, dangerMinutes, allClearMinutes } = parameters;
  const [first, last] = [inRadius[0], inRadius.at(-1)];
  const at = (strike: StrikeDistance | undefined): string =>
    strike === undefined
      ? common.none
      : `${formatClock(strike.at, city.timezone)}, ${formatDistance(strike.miles, common)}`;
  const line = (name: string, value: string): TemplateResult => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
  return html`<dl class="derived">
    ${line(text.thresholds, text.thresholdValues(formatNumber(radiusMiles), formatNumber(dangerMinutes), formatNumber(allClearMinutes)))}
    ${line(common.status.Active, formatDuration(totals.Active))} ${totals.Clearing > 0 ? line(common.status.Clearing, formatDuration(totals.Clearing)) : nothing}
    ${totals.Unknown > 0 ? line(text.notWatchedTotal, formatDuration(totals.Unknown)) : nothing}
    ${line(text.inRadius, text.ofReported(inRadius.length, inPeriod.length))} ${line(text.firstInRadius, at(first))}
    ${line(text.lastInRadius, at(last))} ${line(common.closest, at(closest ?? undefined))}
  </dl>`;
}

function strikeTable({ inRadius, city, parameters }: ReportData, language: Language): TemplateResult {
  const text = REPORT_TEXT[language];
  const miles = formatNumber(parameters.radiusMiles);
  if (inRadius.length === 0) return html`<p>${text.noneWithin(miles)}</p>`;
  const listed = inRadius.slice(0, MAX_LISTED);
  return html`<h3>${text.within(miles)}</h3>
    <table role="table">
      <thead role="rowgroup"><tr role="row">${column(text.time)}${column(text.miles, "number")}${column(text.type)}${column(text.coordinates)}</tr></thead>
      <tbody role="rowgroup">
        ${listed.map(
          (one) => html`<tr role="row">
            <td role="cell" data-label=${text.time}>${formatLocalTime(one.at, city.timezone, language)}</td>
            <td role="cell" data-label=${text.miles} class="number">${one.miles.toFixed(3)}</td>
            <td role="cell" data-label=${text.type}>${describeStrike(one.strike, STATUS_TEXT[language])}</td>
            <td role="cell" data-label=${text.coordinates}>${one.strike.latitude.toFixed(6)}, ${one.strike.longitude.toFixed(6)}</td>
          </tr>`,
        )}
      </tbody>
    </table>
    ${inRadius.length > listed.length ? html`<p>${text.notListed(inRadius.length - listed.length)}</p>` : nothing}`;
}
