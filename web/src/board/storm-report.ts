import { html, nothing, type TemplateResult } from "lit";
import { state } from "lit/decorators.js";
import { readCity, readFacilities } from "../data/lightning.ts";
import { go } from "../portal/events.ts";
import { byName } from "../portal/facility/matching.ts";
import { Loading } from "../portal/part/loading.ts";
import { heading, PortalPage, wayBack } from "../portal/part/page.ts";
import { documentTitle } from "../portal/route.ts";
import { spokenLanguage } from "../storm/kept-language.ts";
import { languageSwitch } from "../storm/language-switch.ts";
import type { Language } from "../words/language.ts";
import { WORDS } from "../words/words.ts";
import { readBoard, writeBoard } from "./address.ts";
import { allStrikes } from "./all-strikes.ts";
import { type Findings, findings } from "./findings.ts";
import { near } from "./near.ts";
import { type ReportAddress, readReport, writeReport } from "./report-address.ts";
import { type Choices, type ReportFault, readForm, reportForm } from "./report-form.ts";
import { reportSheet } from "./report-sheet.ts";
import { REPORT_WORDS } from "./report-words.ts";
import { BOARD_WORDS } from "./words.ts";

/** What happened at a facility, to be printed and kept. */
export class StormReport extends PortalPage {
  @state() private address: ReportAddress = readReport(location.search);
  @state() private fault: ReportFault | null = null;
  private readonly choices = new Loading(this, (signal) => readChoices(signal));
  private readonly found = new Loading(this, (signal) => this.read(signal));

  private get language(): Language {
    return spokenLanguage(this.address.language);
  }

  private async read(signal: AbortSignal): Promise<Findings | null> {
    const { facility, from, to, parameters } = this.address;
    if (facility === null || from === null || to === null || from >= to) return null;
    const { city, facilities } = await readChoices(signal);
    const place = facilities.find(({ facilityId }) => facilityId === facility);
    if (place === undefined || place.latLongPoint === null) return null;
    const wait = Math.max(parameters.dangerMinutes, parameters.allClearMinutes) * 60_000;
    const { strikes, truncated } = await allStrikes(from - wait, to, signal);
    return findings({
      city,
      facility: place,
      from,
      to,
      parameters,
      near: near(strikes, place.latLongPoint),
      truncated,
      madeAt: Date.now(),
    });
  }

  private readonly submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const read = readForm(
      new FormData(event.target as HTMLFormElement),
      this.choices.value?.city.timezone ?? "UTC",
      this.address.language,
    );
    this.fault = "fault" in read ? read.fault : null;
    if ("fault" in read) return;
    this.show(read);
    void this.found.again();
  };

  private show(address: ReportAddress): void {
    this.address = address;
    go(writeReport(address), { replace: true });
  }

  protected override updated(): void {
    document.title = documentTitle(REPORT_WORDS[this.language].title);
  }

  protected override render() {
    const { language, address } = this;
    const { facility, parameters } = address;
    const back = writeBoard({ ...readBoard(""), facility, parameters, language: address.language });
    return html`<div class="report" lang=${language}>
      <div class="not-printed">
        ${wayBack(back, BOARD_WORDS[language].title)}
        <div class="top">
          ${heading(REPORT_WORDS[language].title)} ${languageSwitch(language, (other) => this.show({ ...address, language: other }), "second")}
        </div>
        ${this.loaded(this.choices, (choices) => reportForm(choices, address, this.fault, language, this.submit))}
      </div>
      ${this.choices.value === null ? nothing : this.loaded(this.found, (found) => this.sheet(found))}
    </div>`;
  }

  private sheet(found: Findings | null): TemplateResult {
    const words = REPORT_WORDS[this.language];
    if (found === null) return html`<p class="not-printed">${words.choose}</p>`;
    return html`<p class="not-printed print"><button type="button" class="second" @click=${() => window.print()}>${words.print}</button></p>
      ${reportSheet(found, this.person?.username ?? "", this.language)}`;
  }

  /** The three states of something that is read. What the service says of a refusal is English, and marked so. */
  private loaded<T>(loading: Loading<T>, ready: (value: T) => TemplateResult): TemplateResult {
    const { state } = loading;
    const words = REPORT_WORDS[this.language];
    if (state.is === "ready") return ready(state.value);
    if (state.is === "loading") return html`<p class="quiet" role="status">${words.loading}</p>`;
    const { status, words: told } = state.problem;
    return html`<div class="notice bad" role="alert">
      <p>${status === null ? WORDS[this.language].unreachable : html`${WORDS[this.language].refused} <span lang="en">${told}</span>`}</p>
      <button type="button" class="second" @click=${() => void loading.again()}>${words.tryAgain}</button>
    </div>`;
  }
}

async function readChoices(signal: AbortSignal): Promise<Choices> {
  const [city, answer] = await Promise.all([readCity(signal), readFacilities(signal)]);
  return {
    city,
    facilities: byName(answer.facilities.filter(({ latLongPoint }) => latLongPoint !== null)),
    now: Date.parse(answer.asOf),
  };
}
