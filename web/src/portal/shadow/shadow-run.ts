import { html, LitElement, nothing, type TemplateResult } from "lit";
import { property, state } from "lit/decorators.js";
import { type ActionInput, listActions } from "../../data/action.ts";
import { type ShadowDifference, type ShadowMessage, type ShadowRun, tryActions } from "../../data/shadow-run.ts";
import { formatTime } from "../time.ts";
import { badge } from "../ui/badge.ts";
import { formNotice, selectField, textField } from "../ui/field.ts";
import { Submission } from "../ui/submission.ts";
import { commonText } from "../ui/text.ts";
import { doneCount, runInBatches } from "./batches.ts";
import { differenceTitle, reportText, sideText, verdictTone } from "./report.ts";
import { shadowText } from "./text.ts";

const COUNTS = ["50", "100", "200", "500"];

/** An action that is edited and not saved yet. */
export interface EditedAction extends ActionInput {
  id: number;
}

/** Tries the actions of a watcher on old messages, without any effect, and shows what would be different. */
export class StormShadowRun extends LitElement {
  @property({ type: Number }) watcher = 0;
  /** Null: the saved actions are compared with the log. */
  @property({ attribute: false }) edited: EditedAction | null = null;
  @state() private count = "100";
  @state() private folder = "";
  /** Of the messages so far, while it is running. */
  @state() private report: ShadowRun | null = null;
  @state() private isCanceled = false;
  /** Of the run. The field may be changed while it is running. */
  private requested = 0;
  private readonly submission = new Submission(this, ["count", "folder"]);

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  private readonly typed = (event: Event): void => {
    const { name, value } = event.target as HTMLInputElement;
    if (name === "count") this.count = value;
    if (name === "folder") this.folder = value;
  };

  private readonly start = (): void => {
    this.report = null;
    this.isCanceled = false;
    this.requested = Number(this.count);
    void this.submission.send(async (signal) => {
      const actions = this.edited === null ? null : await withEdited(this.watcher, this.edited, signal);
      const folder = this.folder.trim() === "" ? null : this.folder.trim();
      const reports = runInBatches(this.requested, (range) =>
        tryActions(this.watcher, { actions, folder, ...range }, signal),
      );
      for await (const report of reports) this.report = report;
    });
  };

  private readonly cancel = (): void => {
    this.isCanceled = true;
    this.submission.cancel();
  };

  private get status(): string {
    const { report } = this;
    const text = shadowText();
    if (this.submission.busy) return text.progress(report === null ? 0 : doneCount(report), this.requested);
    return [...(this.isCanceled ? [text.canceled] : []), ...(report === null ? [] : [reportText(report)])].join(" ");
  }

  protected override render() {
    const { submission, report } = this;
    const text = shadowText();
    return html`<section class="sheet wide" aria-labelledby="shadow-heading">
      <h2 id="shadow-heading">${text.title}</h2>
      <p class="hint">${this.edited === null ? text.savedHint : text.editedHint}</p>
      ${formNotice(submission.message)}
      <div @input=${this.typed} @change=${this.typed}>
        ${selectField({
          name: "count",
          label: text.count,
          value: this.count,
          error: submission.error("count"),
          options: COUNTS.map((count) => [count, count] as const),
        })}
        ${textField({ name: "folder", label: text.folder, hint: text.folderHint, error: submission.error("folder"), value: this.folder })}
      </div>
      <div class="buttons tight">
        <button type="button" class="second" ?disabled=${submission.busy} @click=${this.start}>${submission.busy ? text.running : text.start}</button>
        ${submission.busy ? html`<button type="button" class="second" @click=${this.cancel}>${commonText().cancel}</button>` : nothing}
      </div>
      <p role="status">${this.status}</p>
      ${report === null ? nothing : results(report.messages)}
    </section>`;
  }
}

/** The saved actions in their order, with the edited one in its position. */
async function withEdited(watcher: number, edited: EditedAction, signal: AbortSignal): Promise<ActionInput[]> {
  const saved = await listActions(watcher, signal);
  return saved.map((action) => (action.id === edited.id ? edited : action));
}

function results(messages: readonly ShadowMessage[]): TemplateResult {
  const text = shadowText();
  const different = messages.filter(({ result }) => result !== "Unchanged");
  const unchanged = messages.filter(({ result }) => result === "Unchanged");
  return html`${
    different.length === 0
      ? nothing
      : html`<table role="table">
        <caption class="unseen">${text.table}</caption>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">${text.columns.message}</th>
            <th role="columnheader" scope="col">${text.columns.result}</th>
            <th role="columnheader" scope="col">${text.columns.differences}</th>
          </tr>
        </thead>
        <tbody role="rowgroup">${different.map(row)}</tbody>
      </table>`
  }
  ${
    unchanged.length === 0
      ? nothing
      : html`<details><summary>${text.unchangedMessages(unchanged.length)}</summary>
        <ul>${unchanged.map((message) => html`<li>${title(message)}</li>`)}</ul>
      </details>`
  }`;
}

function row(message: ShadowMessage): TemplateResult {
  const text = shadowText();
  const { result, error, differences } = message;
  return html`<tr role="row">
    <th role="rowheader" scope="row">${title(message)}</th>
    <td role="cell" data-label=${text.columns.result}>${badge(verdictTone(result), text.result[result])}</td>
    <td role="cell">
      ${error ? html`<p class="reason bad">${error}</p>` : nothing}
      ${
        differences.length === 0
          ? nothing
          : html`<details><summary>${text.differences(differences.length)}</summary>${differences.map(side)}</details>`
      }
    </td>
  </tr>`;
}

function title({ logId, subject, receivedAt }: ShadowMessage): TemplateResult {
  const name = subject || shadowText().noSubject;
  const time = receivedAt ? html` <span class="quiet">${formatTime(receivedAt)}</span>` : nothing;
  return logId ? html`<a href="/portal/log/${logId}">${name}</a>${time}` : html`${name}${time}`;
}

function side(difference: ShadowDifference): TemplateResult {
  const text = shadowText();
  const value = (label: string, content: unknown) =>
    html`<div><dt>${label}</dt><dd><pre class="config-json" tabindex="0">${sideText(content)}</pre></dd></div>`;
  return html`<h3>${differenceTitle(difference)}</h3>
    <dl class="derived">${value(text.before, difference.before)} ${value(text.after, difference.after)}</dl>`;
}
