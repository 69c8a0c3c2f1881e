import { type TemplateResult, html, nothing } from "lit";
import { state } from "lit/decorators.js";
import { type City, type FacilityThreat, readCity, readFacilities } from "../data/lightning.ts";
import { go } from "../portal/events.ts";
import { Loading, loaded } from "../portal/part/loading.ts";
import { PortalPage, heading, wayBack } from "../portal/part/page.ts";
import { byName } from "../portal/facility/matching.ts";
import { BOARD } from "./address.ts";
import { allStrikes } from "./all-strikes.ts";
import { readLocal, writeLocal } from "./local-time.ts";
import { near } from "./near.ts";
import { readReport, reportPath } from "./report-address.ts";
import { type Findings, findings } from "./findings.ts";
import { reportSheet } from "./report-sheet.ts";
import { RULES, THRESHOLDS, type Threshold, USUAL, readThreshold } from "./thresholds.ts";

const HOUR_MS = 3_600_000;
const USUAL_HOURS = 8;

interface Choices {
  city: City;
  facilities: FacilityThreat[];
  now: number;
}

/** What happened at a facility, to be printed and kept. */
export class StormReport extends PortalPage {
  private readonly choices = new Loading(this, (signal) => readChoices(signal));
  private readonly found = new Loading(this, (signal) => this.read(signal));
  @state() private error = "";

  private async read(signal: AbortSignal): Promise<Findings | null> {
    const { facility, from, to } = readReport(location.search);
    if (facility === null || from === null || to === null || from >= to) return null;
    const { city, facilities } = await readChoices(signal);
    const place = facilities.find(({ facilityId }) => facilityId === facility);
    if (place === undefined || place.latLongPoint === null) return null;
    const parameters = readParameters(location.search);
    const wait = Math.max(parameters.dangerMinutes, parameters.allClearMinutes) * 60_000;
    const { strikes, truncated } = await allStrikes(from - wait, to, signal);
    return findings({ city, facility: place, from, to, parameters, near: near(strikes, place.latLongPoint), truncated, madeAt: Date.now() });
  }

  private readonly submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = new FormData(event.target as HTMLFormElement);
    const timeZone = this.choices.value?.city.timezone ?? "UTC";
    const [from, to] = [readLocal(String(form.get("from")), timeZone), readLocal(String(form.get("to")), timeZone)];
    if (from === null || to === null || from >= to) {
      this.error = "Enter two times, the earlier one first.";
      return;
    }
    if (to - from > 31 * 24 * HOUR_MS) {
      this.error = "A report covers at most 31 days.";
      return;
    }
    const numbers = new URLSearchParams();
    for (const threshold of THRESHOLDS.filter((one) => one !== "historyHours")) {
      const reading = readThreshold(threshold, String(form.get(threshold)));
      if ("error" in reading) {
        this.error = `${RULES[threshold].label}: ${reading.error}`;
        return;
      }
      if (reading.value !== RULES[threshold].usual) numbers.set(RULES[threshold].key, String(reading.value));
    }
    this.error = "";
    const more = numbers.toString();
    go(reportPath(Number(form.get("facility")), from, to) + (more === "" ? "" : `&${more}`), { replace: true });
    void this.found.again();
  };

  protected override render() {
    return html`<div class="report">
      <div class="not-printed">${wayBack(BOARD, "Storm")} ${heading("Storm report")} ${loaded(this.choices, (choices) => this.form(choices))}</div>
      ${this.choices.value === null ? nothing : loaded(this.found, (found) => this.sheet(found))}
    </div>`;
  }

  private sheet(found: Findings | null): TemplateResult | typeof nothing {
    if (found === null) return html`<p class="not-printed">Choose a facility with a position and a time.</p>`;
    return html`${reportSheet(found, this.person?.username ?? "")}
      <p class="not-printed"><button type="button" @click=${() => window.print()}>Print or save as PDF</button></p>`;
  }

  private form({ city, facilities, now }: Choices): TemplateResult {
    const { facility, from, to } = readReport(location.search);
    const parameters = readParameters(location.search);
    const [start, end] = [from ?? now - USUAL_HOURS * HOUR_MS, to ?? now];
    return html`<form class="sheet" @submit=${this.submit}>
      <div class="field">
        <label for="facility">Facility</label>
        <select id="facility" name="facility">
          ${facilities.map((one) => html`<option value=${one.facilityId} ?selected=${one.facilityId === facility}>${one.name}</option>`)}
        </select>
      </div>
      <div class="pair">
        <div class="field"><label for="from">From <span class="hint">(${city.timezone})</span></label><input id="from" name="from" type="datetime-local" .value=${writeLocal(start, city.timezone)} /></div>
        <div class="field"><label for="to">To</label><input id="to" name="to" type="datetime-local" .value=${writeLocal(end, city.timezone)} /></div>
      </div>
      <div class="pair">
        ${THRESHOLDS.filter((one) => one !== "historyHours").map(
          (one: Threshold) => html`<div class="field">
            <label for=${one}>${RULES[one].label} <span class="hint">(${RULES[one].unit})</span></label>
            <input id=${one} name=${one} type="number" step="any" min="0" max=${RULES[one].most} .value=${String(parameters[one])} />
          </div>`,
        )}
      </div>
      ${this.error === "" ? nothing : html`<p class="error" role="alert">${this.error}</p>`}
      <button type="submit">Show the report</button>
    </form>`;
  }
}

async function readChoices(signal: AbortSignal): Promise<Choices> {
  const [city, answer] = await Promise.all([readCity(signal), readFacilities(signal)]);
  return { city, facilities: byName(answer.facilities.filter(({ latLongPoint }) => latLongPoint !== null)), now: Date.parse(answer.asOf) };
}

function readParameters(query: string): typeof USUAL {
  const given = new URLSearchParams(query);
  const read = (threshold: Threshold): number => {
    const reading = readThreshold(threshold, given.get(RULES[threshold].key) ?? "");
    return "value" in reading ? reading.value : RULES[threshold].usual;
  };
  return { ...USUAL, radiusMiles: read("radiusMiles"), dangerMinutes: read("dangerMinutes"), allClearMinutes: read("allClearMinutes") };
}
