import { html, nothing, type TemplateResult } from "lit";
import { state } from "lit/decorators.js";
import { sortByName } from "../data/facility-search.ts";
import { readCity, readFacilities, ruleOf } from "../data/lightning.ts";
import { navigateTo } from "../portal/events.ts";
import { documentTitle } from "../portal/route.ts";
import { Loader } from "../portal/ui/loader.ts";
import { backLink, heading, PortalPage } from "../portal/ui/page.ts";
import type { Language } from "../status-text/language.ts";
import { STATUS_TEXT } from "../status-text/text.ts";
import { languageSwitch } from "../storm/language-switch.ts";
import { setTitle } from "../storm/page-status.ts";
import { currentLanguage } from "../storm/saved-language.ts";
import { readBoardAddress, writeBoardAddress } from "./address.ts";
import { readAllStrikes } from "./all-strikes.ts";
import { readOutagesBetween } from "./outages.ts";
import { readFacilityEvents } from "./recorded-periods.ts";
import { type ReportAddress, readReportAddress, writeReportAddress } from "./report-address.ts";
import { buildReportData, type ReportData } from "./report-data.ts";
import { reportDocument } from "./report-document.ts";
import { parseReportForm, type ReportChoices, type ReportFormError, reportForm } from "./report-form.ts";
import { REPORT_TEXT } from "./report-text.ts";
import { strikeDistances } from "./strike-distance.ts";
import { BOARD_TEXT } from "./text.ts";

/** A printable report about one facility and period. */
export class StormReportPage extends PortalPage {
  @state() private address: ReportAddress = readReportAddress(location.search);
  @state() private error: ReportFormError | null = null;
  private readonly choices = new Loader(this, (signal) => readChoices(signal));
  private readonly report = new Loader(this, (signal) => this.readReport(signal));

  private get language(): Language {
    return currentLanguage(this.address.language);
  }

  /** Null until a facility and a period are chosen. */
  private async readReport(signal: AbortSignal): Promise<ReportData | null> {
    const { facility: id, from, to, changed } = this.address;
    if (id === null || from === null || to === null || from >= to) return null;
    const { city, facilities, rule } = await readChoices(signal);
    const facility = facilities.find(({ facilityId }) => facilityId === id);
    if (facility === undefined || facility.latLongPoint === null) return null;
    const parameters = { ...rule(facility), ...changed };
    const effectMs = Math.max(parameters.dangerMinutes, parameters.allClearMinutes) * 60_000;
    const isRecorded = Object.keys(changed).length === 0;
    const [{ strikes, truncated }, outages, events] = await Promise.all([
      readAllStrikes(from - effectMs, to, signal),
      readOutagesBetween(from, to, signal),
      isRecorded ? readFacilityEvents(id, signal) : [],
    ]);
    return buildReportData({
      city,
      facility,
      from,
      to,
      parameters,
      strikes: strikeDistances(strikes, facility.latLongPoint),
      truncated,
      outages,
      events,
      createdAt: Date.now(),
    });
  }

  private readonly submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const parsed = parseReportForm(
      new FormData(event.target as HTMLFormElement),
      this.choices.value?.city.timezone ?? "UTC",
      this.address.language,
    );
    this.error = "error" in parsed ? parsed.error : null;
    if ("error" in parsed) return;
    this.show(parsed);
    void this.report.reload();
  };

  private show(address: ReportAddress): void {
    this.address = address;
    navigateTo(writeReportAddress(address), { replace: true });
  }

  protected override updated(): void {
    setTitle(documentTitle(REPORT_TEXT[this.language].title));
  }

  protected override render() {
    const { language, address } = this;
    const { facility, changed } = address;
    const board = writeBoardAddress({ ...readBoardAddress(""), facility, changed, language: address.language });
    return html`<div class="report" lang=${language}>
      <div class="not-printed">
        ${backLink(board, BOARD_TEXT[language].title)}
        <div class="top">
          ${heading(REPORT_TEXT[language].title)} ${languageSwitch(language, (other) => this.show({ ...address, language: other }), "second")}
        </div>
        ${this.loaded(this.choices, (choices) => reportForm(choices, address, this.error, language, this.submit))}
      </div>
      ${this.choices.value === null ? nothing : this.loaded(this.report, (report) => this.document(report))}
    </div>`;
  }

  private document(report: ReportData | null): TemplateResult {
    const text = REPORT_TEXT[this.language];
    if (report === null) return html`<p class="not-printed">${text.choose}</p>`;
    return html`<p class="not-printed print"><button type="button" class="second" @click=${() => window.print()}>${text.print}</button></p>
      ${reportDocument(report, this.currentUser?.username ?? "", this.language)}`;
  }

  /** The service's error message is in English and marked as such. */
  private loaded<T>(loader: Loader<T>, ready: (value: T) => TemplateResult): TemplateResult {
    const { state } = loader;
    const [text, statusText] = [REPORT_TEXT[this.language], STATUS_TEXT[this.language]];
    if (state.is === "ready") return ready(state.value);
    if (state.is === "loading") return html`<p class="quiet" role="status">${text.loading}</p>`;
    const { status, message } = state.problem;
    return html`<div class="notice bad" role="alert">
      <p>${status === null ? statusText.unreachable : html`${statusText.serverError} <span lang="en">${message}</span>`}</p>
      <button type="button" class="second" @click=${() => void loader.reload()}>${text.tryAgain}</button>
    </div>`;
  }
}

async function readChoices(signal: AbortSignal): Promise<ReportChoices> {
  const [city, report] = await Promise.all([readCity(signal), readFacilities(signal)]);
  return {
    city,
    facilities: sortByName(report.facilities.filter(({ latLongPoint }) => latLongPoint !== null)),
    rule: (facility) => ruleOf(report, facility),
    now: Date.parse(report.asOf),
  };
}
