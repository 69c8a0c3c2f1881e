import { html, nothing, type TemplateResult } from "lit";
import type { System } from "../../data/system.ts";
import { formatCount, pageLocale } from "../../status-text/page-language.ts";
import { systemText } from "./text.ts";

type Alarm = System["alarm"];
type Delay = NonNullable<Alarm["untilStored"]>;

/** How soon strikes are shown, and how long the feed could be trusted. */
export function alarmSheet(alarm: Alarm): TemplateResult {
  const text = systemText();
  const rows = [
    delayRow(text.untilClaimed, alarm.untilClaimed),
    delayRow(text.untilStored, alarm.untilStored),
    delayRow(text.untilShown, alarm.untilShown),
  ];
  return html`<section class="limited-width" aria-labelledby="alarm">
    <h2 id="alarm">${text.alarm}</h2>
    <p>${text.alarmHint}</p>
    ${
      alarm.untilClaimed || alarm.untilStored || alarm.untilShown
        ? html`<table role="table" class="figures">
            <caption class="unseen">${text.alarmCaption}</caption>
            <thead role="rowgroup">
              <tr role="row">
                <th role="columnheader" scope="col">${text.until}</th>
                <th role="columnheader" scope="col" class="number">${text.emails}</th>
                <th role="columnheader" scope="col" class="number">${text.median}</th>
                <th role="columnheader" scope="col" class="number">99%</th>
                <th role="columnheader" scope="col" class="number">${text.longest}</th>
              </tr>
            </thead>
            <tbody role="rowgroup">
              ${rows}
            </tbody>
          </table>`
        : html`<p class="quiet">${text.noEmail}</p>`
    }
    <p>${availabilityText(alarm)}</p>
  </section>`;
}

function delayRow(label: string, delay: Delay | null | undefined): TemplateResult | typeof nothing {
  if (!delay) return nothing;
  const text = systemText();
  const cell = (name: string, value: string) => html`<td role="cell" class="number" data-label=${name}>${value}</td>`;
  return html`<tr role="row">
    <th role="rowheader" scope="row">${label}</th>
    ${cell(text.emails, formatCount(delay.emails))} ${cell(text.median, formatDelay(delay.medianSeconds))}
    ${cell("99%", formatDelay(delay.p99Seconds))} ${cell(text.longest, formatDelay(delay.longestSeconds))}
  </tr>`;
}

export function formatDelay(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 3_600)} h`;
}

export function availabilityText({ availability, stormMinutes, healthyStormMinutes }: Alarm): string {
  if (availability === null || availability === undefined) return systemText().noStorm;
  // Rounded down: 99.99 percent is not 100 percent.
  const percent = (Math.floor(availability * 1_000) / 10).toFixed(1);
  // A short storm has tenths, so that “0 of 1 minutes” is not 68%.
  const digits = stormMinutes < 10 ? 1 : 0;
  const minutes = (value: number) =>
    (Math.floor(value * 10 ** digits) / 10 ** digits).toLocaleString(pageLocale(), { minimumFractionDigits: digits });
  return systemText().availability(minutes(healthyStormMinutes), minutes(stormMinutes), percent);
}
