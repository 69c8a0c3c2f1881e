// The report as it is printed.
import { type TemplateResult, html, nothing } from "lit";
import { timeWords } from "../portal/time.ts";
import { pill } from "../storm/pill.ts";
import { clock, distance, plainNumber, strikeKind } from "../words/figures.ts";
import { WORDS } from "../words/words.ts";
import { type Findings, span } from "./findings.ts";
import type { Near } from "./near.ts";

const STRIKES_LISTED = 500;

export function reportSheet(found: Findings, person: string): TemplateResult {
  const { city, facility, from, to, parameters } = found;
  const at = (ms: number): string => timeWords(new Date(ms).toISOString(), { timeZone: city.timezone, seconds: true });
  return html`<article class="paper">
    <header>
      <p class="quiet">${city.name}</p>
      <h2>Lightning report: ${facility.name}</h2>
      <p>${at(from)} to ${at(to)}</p>
    </header>
    ${facts(found)}
    <h3>Status</h3>
    <table role="table">
      <thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">Status</th><th role="columnheader" scope="col">From</th><th role="columnheader" scope="col">To</th><th role="columnheader" scope="col" class="number">Lasted</th></tr></thead>
      <tbody role="rowgroup">
        ${found.periods.map(
          (period) => html`<tr role="row">
            <td role="cell" data-label="Status">${pill(period.status, "en")}</td>
            <td role="cell" data-label="From">${at(period.from)}</td>
            <td role="cell" data-label="To">${at(period.to)}</td>
            <td role="cell" data-label="Lasted" class="number">${span(period.to - period.from)}</td>
          </tr>`,
        )}
      </tbody>
    </table>
    <h3>Strikes by distance</h3>
    <storm-chart .near=${found.shown} .radiusMiles=${parameters.radiusMiles} .from=${from} .to=${to} .timeZone=${city.timezone}></storm-chart>
    ${strikes(found)}
    <footer>
      <p>${WORDS.en.safety} Worked out from the strikes that were stored when this report was made; a strike that the vendor reported late counts from when it struck, not from when it became known.</p>
      ${found.truncated ? html`<p><strong>There were more strikes than a report holds: the earliest are missing.</strong></p>` : nothing}
      <p class="quiet">Made ${at(found.madeAt)} by ${person} with stormwire.</p>
    </footer>
  </article>`;
}

function facts({ parameters, inside, shown, closest, totals, city }: Findings): TemplateResult {
  const { radiusMiles, dangerMinutes, allClearMinutes } = parameters;
  const [first, last] = [inside[0], inside.at(-1)];
  const at = (near: Near | undefined): string => (near === undefined ? "none" : `${clock(near.at, city.timezone)}, ${distance(near.miles, WORDS.en)}`);
  const line = (name: string, value: string): TemplateResult => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
  return html`<dl class="derived">
    ${line("Rule", `${plainNumber(radiusMiles)} miles, danger ${plainNumber(dangerMinutes)} min, all clear ${plainNumber(allClearMinutes)} min`)}
    ${line("Active", span(totals.Active))} ${totals.Clearing > 0 ? line("Clearing", span(totals.Clearing)) : nothing}
    ${line("Strikes within the radius", `${inside.length} of ${shown.length} reported`)} ${line("First within the radius", at(first))}
    ${line("Last within the radius", at(last))} ${line("Closest", at(closest ?? undefined))}
  </dl>`;
}

function strikes({ inside, city, parameters }: Findings): TemplateResult {
  if (inside.length === 0) return html`<p>No strike fell within ${plainNumber(parameters.radiusMiles)} miles.</p>`;
  const listed = inside.slice(0, STRIKES_LISTED);
  return html`<h3>Strikes within ${plainNumber(parameters.radiusMiles)} miles</h3>
    <table role="table">
      <thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">Time</th><th role="columnheader" scope="col" class="number">Miles</th><th role="columnheader" scope="col">Kind</th><th role="columnheader" scope="col">Position</th></tr></thead>
      <tbody role="rowgroup">
        ${listed.map(
          ({ strike, at, miles }) => html`<tr role="row">
            <td role="cell" data-label="Time">${timeWords(new Date(at).toISOString(), { timeZone: city.timezone, seconds: true })}</td>
            <td role="cell" data-label="Miles" class="number">${miles.toFixed(3)}</td>
            <td role="cell" data-label="Kind">${strikeKind(strike.type, WORDS.en) ?? strike.type}</td>
            <td role="cell" data-label="Position">${strike.latitude.toFixed(6)}, ${strike.longitude.toFixed(6)}</td>
          </tr>`,
        )}
      </tbody>
    </table>
    ${inside.length > listed.length ? html`<p>${inside.length - listed.length} more are not listed.</p>` : nothing}`;
}
