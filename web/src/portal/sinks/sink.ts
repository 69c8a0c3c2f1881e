import { html, nothing, type TemplateResult } from "lit";
import { property, state } from "lit/decorators.js";
import {
  deleteEventSink,
  type EventSink,
  type EventSinkInput,
  readEventSink,
  testEventSink,
  writeEventSink,
} from "../../data/event-sink.ts";
import { listFacilities } from "../../data/facility.ts";
import { sortByName } from "../../data/facility-search.ts";
import type { CheckResult } from "../../data/watcher.ts";
import { navigateTo, showStatus } from "../events.ts";
import { documentTitle, SINKS_PATH } from "../route.ts";
import { titles } from "../titles.ts";
import { badge } from "../ui/badge.ts";
import { checkResultList } from "../ui/check-results.ts";
import type { StormConfirm } from "../ui/confirm.ts";
import { formNotice } from "../ui/field.ts";
import { Loader, whenLoaded } from "../ui/loader.ts";
import { backLink, heading, PortalPage } from "../ui/page.ts";
import { Submission } from "../ui/submission.ts";
import { commonText } from "../ui/text.ts";
import { sinkState } from "./sink-text.ts";
import { sinkText } from "./text.ts";

/** One event sink: its state, a test, its settings and what was delivered. */
export class StormSink extends PortalPage {
  @property({ type: Number }) number = 0;
  @state() private checkResult: CheckResult | null = null;
  private readonly sink = new Loader(this, (signal) => readEventSink(this.number, signal));
  private readonly facilities = new Loader(this, async (signal) => sortByName(await listFacilities(signal)));
  private readonly testing = new Submission(this);
  private readonly deleting = new Submission(this);

  protected override updated(): void {
    const { value } = this.sink;
    if (value !== null) document.title = documentTitle(value.name);
  }

  private readonly save = async (input: EventSinkInput, signal: AbortSignal): Promise<void> => {
    const sink = await writeEventSink(this.number, input, signal);
    this.sink.set(sink);
    this.checkResult = null;
    showStatus(commonText().saved(sink.name));
  };

  private readonly test = (): void => {
    this.checkResult = null;
    void this.testing.send(async (signal) => {
      this.checkResult = await testEventSink(this.number, signal);
    });
  };

  private readonly delete = (): void => {
    const name = this.sink.value?.name ?? "";
    void this.deleting.send(async (signal) => {
      await deleteEventSink(this.number, signal);
      navigateTo(SINKS_PATH, { replace: true, message: commonText().deleted(name) });
    });
  };

  protected override render() {
    return html`${backLink(SINKS_PATH, sinkText().allSinks)} ${heading(this.sink.value?.name ?? titles().page.sink)}
    ${whenLoaded(this.sink, (sink) => html`${this.status(sink)} ${whenLoaded(this.facilities, () => this.editor(sink))}`)}`;
  }

  private status(sink: EventSink): TemplateResult {
    const { tone, title, text } = sinkState(sink);
    const { testing, checkResult } = this;
    return html`<section class="sheet" aria-labelledby="status">
      <div class="card-top"><h2 id="status">${commonText().status}</h2>${badge(tone, title)}</div>
      <p class=${tone === "bad" ? "reason bad" : "reason"}>${text}</p>
      <div class="buttons tight">
        <button type="button" class="second" ?disabled=${testing.busy} @click=${this.test}>${testing.busy ? sinkText().sending : sinkText().sendTest}</button>
      </div>
      ${formNotice(testing.message)}
      <div role="status">${checkResult === null ? nothing : checkResultList([{ ...checkResult, name: checkResult.passed ? sinkText().delivered : sinkText().notDelivered }])}</div>
    </section>`;
  }

  private editor(sink: EventSink): TemplateResult {
    const confirm = () => this.querySelector<StormConfirm>("storm-confirm")?.open();
    return html`<storm-sink-form
        .sink=${sink}
        .facilities=${this.facilities.value ?? []}
        .save=${this.save}
        .actions=${html`<button type="button" class="danger plain" @click=${confirm}>${sinkText().deleteSink}</button>`}
      ></storm-sink-form>
      ${formNotice(this.deleting.message)}
      <storm-confirm
        .question=${commonText().deleteQuestion(sink.name)}
        detail=${sinkText().deleteDetail}
        button-label=${sinkText().deleteSink}
        @storm-confirmed=${this.delete}
      ></storm-confirm>
      <storm-sink-deliveries
        .number=${this.number}
        @storm-changed=${() => void this.sink.refresh()}
      ></storm-sink-deliveries>
      <storm-history
        kind="event-sink"
        .number=${this.number}
        @storm-restored=${() => void this.sink.reload()}
      ></storm-history>`;
  }
}
