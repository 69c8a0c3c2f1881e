// The report as it is printed.
import { html, nothing, type TemplateResult } from "lit";
import { pill } from "../storm/pill.ts";
import { clock, distance, plainNumber, strikeKind } from "../words/figures.ts";
import type { Language } from "../words/language.ts";
import { WORDS } from "../words/words.ts";
import { type Findings, span } from "./findings.ts";
import { saidTime } from "./local-time.ts";
import type { Near } from "./near.ts";
import { REPORT_WORDS } from "./report-words.ts";
import { BOARD_WORDS } from "./words.ts";

const STRIKES_LISTED = 500;

export function reportSheet(found: Findings, person: string, language: Language): TemplateResult {
  const { city, facility, from, to, parameters } = found;
  const words = REPORT_WORDS[language];
  const at = (ms: number): string => saidTime(ms, city.timezone, language);
  return html`<article class="paper">
    <header>
      <p class="quiet">${city.name}</p>
      <h2>${words.about(facility.name)}</h2>
      <p>${words.between(at(from), at(to))}</p>
    </header>
    ${facts(found, language)}
    <h3>${words.status}</h3>
    <table role="table">
      <thead role="rowgroup"><tr role="row">${column(words.status)}${column(words.from)}${column(words.to)}${column(words.lasted, "number")}</tr></thead>
      <tbody role="rowgroup">
        ${found.periods.map(
          (period) => html`<tr role="row">
            <td role="cell" data-label=${words.status}>${pill(period.status, language)}</td>
            <td role="cell" data-label=${words.from}>${at(period.from)}</td>
            <td role="cell" data-label=${words.to}>${at(period.to)}</td>
            <td role="cell" data-label=${words.lasted} class="number">${span(period.to - period.from)}</td>
          </tr>`,
        )}
      </tbody>
    </table>
    <h3>${BOARD_WORDS[language].byDistance}</h3>
    <storm-chart .language=${language} .near=${found.shown} .radiusMiles=${parameters.radiusMiles} .from=${from} .to=${to} .timeZone=${city.timezone}></storm-chart>
    ${strikes(found, language)}
    <footer>
      <p>${WORDS[language].safety} ${words.basis}</p>
      ${found.truncated ? html`<p><strong>${words.truncated}</strong></p>` : nothing}
      <p class="quiet">${words.made(at(found.madeAt), person)}</p>
    </footer>
  </article>`;
}

function column(words: string, kind = ""): TemplateResult {
  return html`<th role="columnheader" scope="col" class=${kind}>${words}</th>`;
}

function facts({ parameters, inside, shown, closest, totals, city }: Findings, language: Language): TemplateResult {
  const [words, common] = [REPORT_WORDS[language], WORDS[language]];
  const { radiusMiles, dangerMinutes, allClearMinutes } = parameters;
  const [first, last] = [inside[0], inside.at(-1)];
  const at = (near: Near | undefined): string =>
    near === undefined ? common.none : `${clock(near.at, city.timezone)}, ${distance(near.miles, common)}`;
  const line = (name: string, value: string): TemplateResult => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
  return html`<dl class="derived">
    ${line(words.rule, words.ruleInShort(plainNumber(radiusMiles), plainNumber(dangerMinutes), plainNumber(allClearMinutes)))}
    ${line(common.status.Active, span(totals.Active))} ${totals.Clearing > 0 ? line(common.status.Clearing, span(totals.Clearing)) : nothing}
    ${line(words.inRadius, words.ofReported(inside.length, shown.length))} ${line(words.firstInRadius, at(first))}
    ${line(words.lastInRadius, at(last))} ${line(common.closest, at(closest ?? undefined))}
  </dl>`;
}

function strikes({ inside, city, parameters }: Findings, language: Language): TemplateResult {
  const words = REPORT_WORDS[language];
  const miles = plainNumber(parameters.radiusMiles);
  if (inside.length === 0) return html`<p>${words.noneWithin(miles)}</p>`;
  const listed = inside.slice(0, STRIKES_LISTED);
  return html`<h3>${words.within(miles)}</h3>
    <table role="table">
      <thead role="rowgroup"><tr role="row">${column(words.time)}${column(words.miles, "number")}${column(words.kind)}${column(words.position)}</tr></thead>
      <tbody role="rowgroup">
        ${listed.map(
          (one) => html`<tr role="row">
            <td role="cell" data-label=${words.time}>${saidTime(one.at, city.timezone, language)}</td>
            <td role="cell" data-label=${words.miles} class="number">${one.miles.toFixed(3)}</td>
            <td role="cell" data-label=${words.kind}>${strikeKind(one.strike.type, WORDS[language]) ?? one.strike.type}</td>
            <td role="cell" data-label=${words.position}>${one.strike.latitude.toFixed(6)}, ${one.strike.longitude.toFixed(6)}</td>
          </tr>`,
        )}
      </tbody>
    </table>
    ${inside.length > listed.length ? html`<p>${words.notListed(inside.length - listed.length)}</p>` : nothing}`;
}
