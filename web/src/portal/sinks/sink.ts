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
import { badge } from "../ui/badge.ts";
import type { StormConfirm } from "../ui/confirm.ts";
import { formNotice } from "../ui/field.ts";
import { Loader, whenLoaded } from "../ui/loader.ts";
import { backLink, heading, PortalPage } from "../ui/page.ts";
import { Submission } from "../ui/submission.ts";
import { checkResultList } from "../watcher/form.ts";
import { sinkState } from "./sink-text.ts";

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
    showStatus(`“${sink.name}” was saved.`);
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
      navigateTo(SINKS_PATH, { replace: true, message: `“${name}” was deleted.` });
    });
  };

  protected override render() {
    return html`${backLink(SINKS_PATH, "All event sinks")} ${heading(this.sink.value?.name ?? "Event sink")}
    ${whenLoaded(this.sink, (sink) => html`${this.status(sink)} ${whenLoaded(this.facilities, () => this.editor(sink))}`)}`;
  }

  private status(sink: EventSink): TemplateResult {
    const { tone, title, text } = sinkState(sink);
    const { testing, checkResult } = this;
    return html`<section class="sheet" aria-labelledby="status">
      <div class="card-top"><h2 id="status">Status</h2>${badge(tone, title)}</div>
      <p class=${tone === "bad" ? "reason bad" : "reason"}>${text}</p>
      <div class="buttons tight">
        <button type="button" class="second" ?disabled=${testing.busy} @click=${this.test}>${testing.busy ? "Sending…" : "Send test event"}</button>
      </div>
      ${formNotice(testing.message)}
      <div role="status">${checkResult === null ? nothing : checkResultList([{ ...checkResult, name: checkResult.passed ? "Delivered" : "Not delivered" }])}</div>
    </section>`;
  }

  private editor(sink: EventSink): TemplateResult {
    const confirm = () => this.querySelector<StormConfirm>("storm-confirm")?.open();
    return html`<storm-sink-form
        .sink=${sink}
        .facilities=${this.facilities.value ?? []}
        .save=${this.save}
        .actions=${html`<button type="button" class="danger plain" @click=${confirm}>Delete event sink</button>`}
      ></storm-sink-form>
      ${formNotice(this.deleting.message)}
      <storm-confirm
        .question=${`Delete “${sink.name}”?`}
        detail="It gets no more events, and its delivery log is deleted."
        button-label="Delete event sink"
        @storm-confirmed=${this.delete}
      ></storm-confirm>
      <storm-sink-deliveries
        .number=${this.number}
        @storm-changed=${() => void this.sink.refresh()}
      ></storm-sink-deliveries>`;
  }
}
