import { html, nothing, type TemplateResult } from "lit";
import type { System } from "../../data/system.ts";

type Alarm = System["alarm"];
type Delay = NonNullable<Alarm["untilStored"]>;

/** How soon strikes are shown, and how long the feed could be trusted. */
export function alarmSheet(alarm: Alarm): TemplateResult {
  const rows = [
    delayRow("Detected", alarm.untilClaimed),
    delayRow("Strikes stored", alarm.untilStored),
    delayRow("Strikes shown on open pages, since the service started", alarm.untilShown),
  ];
  return html`<section class="limited-width" aria-labelledby="alarm">
    <h2 id="alarm">Time to alarm</h2>
    <p>From the moment the mail provider received an email with strikes, in the last 30 days.</p>
    ${
      alarm.untilClaimed || alarm.untilStored || alarm.untilShown
        ? html`<table role="table" class="figures">
            <caption class="unseen">Seconds from the receipt of an email</caption>
            <thead role="rowgroup">
              <tr role="row">
                <th role="columnheader" scope="col">Until</th>
                <th role="columnheader" scope="col" class="number">Emails</th>
                <th role="columnheader" scope="col" class="number">Median</th>
                <th role="columnheader" scope="col" class="number">99%</th>
                <th role="columnheader" scope="col" class="number">Longest</th>
              </tr>
            </thead>
            <tbody role="rowgroup">
              ${rows}
            </tbody>
          </table>`
        : html`<p class="quiet">No email with strikes yet.</p>`
    }
    <p>${availabilityText(alarm)}</p>
  </section>`;
}

function delayRow(label: string, delay: Delay | null | undefined): TemplateResult | typeof nothing {
  if (!delay) return nothing;
  const cell = (name: string, text: string) => html`<td role="cell" class="number" data-label=${name}>${text}</td>`;
  return html`<tr role="row">
    <th role="rowheader" scope="row">${label}</th>
    ${cell("Emails", delay.emails.toLocaleString("en-US"))} ${cell("Median", formatDelay(delay.medianSeconds))}
    ${cell("99%", formatDelay(delay.p99Seconds))} ${cell("Longest", formatDelay(delay.longestSeconds))}
  </tr>`;
}

export function formatDelay(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 3_600)} h`;
}

export function availabilityText({ availability, stormMinutes, healthyStormMinutes }: Alarm): string {
  if (availability === null || availability === undefined) return "No storm near a facility in the last 30 days.";
  // Rounded down: 99.99 percent is not 100 percent.
  const percent = (Math.floor(availability * 1_000) / 10).toFixed(1);
  // A short storm has tenths, so that “0 of 1 minutes” is not 68%.
  const digits = stormMinutes < 10 ? 1 : 0;
  const minutes = (value: number) =>
    (Math.floor(value * 10 ** digits) / 10 ** digits).toLocaleString("en-US", { minimumFractionDigits: digits });
  return `During storms the feed was healthy in ${minutes(healthyStormMinutes)} of ${minutes(stormMinutes)} minutes (${percent}%).`;
}
