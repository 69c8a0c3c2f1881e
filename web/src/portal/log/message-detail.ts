import { html, LitElement, nothing, type TemplateResult } from "lit";
import { property, state } from "lit/decorators.js";
import { dismissLog, type LogDetail, readLog, replayFile, replayMessage, retryLog, type Step } from "../../data/log.ts";
import { ApiError } from "../../data/problem.ts";
import type { CurrentUser } from "../../data/session.ts";
import { readWatcher, type Watcher } from "../../data/watcher.ts";
import { formatBytes } from "../bytes.ts";
import { navigateTo } from "../events.ts";
import { elapsedText, formatTime } from "../time.ts";
import { badge } from "../ui/badge.ts";
import type { StormConfirm } from "../ui/confirm.ts";
import { formNotice } from "../ui/field.ts";
import { IntervalController } from "../ui/interval.ts";
import { Loader, whenLoaded } from "../ui/loader.ts";
import { relativeTime } from "../ui/relative-time.ts";
import { logStatus } from "../ui/status-label.ts";
import { Submission } from "../ui/submission.ts";
import { commonText } from "../ui/text.ts";
import type { FolderKind, Kind } from "../watcher/kind.ts";
import { dismissalDetail, mayBeDismissed } from "./dismissal.ts";
import { logKind } from "./log-kind.ts";
import { withRecordNumber } from "./record-number.ts";
import { logText } from "./text.ts";
import { buildTimeline, statusTone, summaryText, type TimelineEntry } from "./timeline.ts";

const REFRESH_MS = 2_000;
const COPIED_NOTICE_MS = 3_000;

interface MessageData {
  log: LogDetail;
  /** Null when it was deleted; the log remains. */
  watcher: Watcher | null;
}

/** The processing of one message, refreshed until it is final. Fires `storm-changed` after a retry, replay or dismissal. */
export class StormMessageDetail extends LitElement {
  @property({ type: Number }) number = 0;
  @property({ attribute: false }) currentUser: CurrentUser | null = null;
  @state() private copied = false;
  private readonly submission = new Submission(this);
  private readonly data = new Loader(this, async (signal): Promise<MessageData> => {
    const log = await readLog(this.number, signal);
    const watcher = await readWatcher(log.mailboxWatcherJobId, signal).catch((error: unknown) => {
      if (error instanceof ApiError && error.problem.status === 404) return null;
      throw error;
    });
    return { log, watcher };
  });

  constructor() {
    super();
    new IntervalController(this, REFRESH_MS, () => {
      const log = this.data.value?.log;
      if (
        log &&
        (!["Success", "Failed", "Skipped"].includes(log.status) || ["Queued", "Running"].includes(log.phaseTwoStatus))
      )
        void this.data.refresh();
    });
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  private retry(force: boolean): void {
    void this.submission.send(async (signal) => {
      await retryLog(this.number, force, signal);
      await this.data.refresh();
      this.dispatchEvent(new Event("storm-changed"));
    });
  }

  private readonly confirmDismissal = (): void => this.querySelector<StormConfirm>("storm-confirm")?.open();

  private readonly dismiss = (): void => {
    void this.submission.send(async (signal) => {
      await dismissLog(this.number, signal);
      await this.data.refresh();
      this.dispatchEvent(new Event("storm-changed"));
    });
  };

  private replay({ mailboxWatcherJobId: watcherId, messageKey, fileName }: LogDetail): void {
    void this.submission.send(async (signal) => {
      const replayed = await (fileName
        ? replayFile(watcherId, fileName, signal)
        : replayMessage(watcherId, messageKey, signal));
      // The file of this name has other content now: another row of the log.
      if (replayed.id !== this.number) return navigateTo(`/portal/log/${replayed.id}`);
      await this.data.refresh();
      this.dispatchEvent(new Event("storm-changed"));
    });
  }

  private readonly copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(`${location.origin}/portal/log/${this.number}`);
    this.copied = true;
    setTimeout(() => (this.copied = false), COPIED_NOTICE_MS);
  };

  protected override render() {
    return whenLoaded(this.data, (data) => this.message(data));
  }

  private message({ log, watcher }: MessageData): TemplateResult {
    const name = watcher?.name ?? logText().deletedWatcher(log.mailboxWatcherJobId);
    const kind = logKind(log, watcher);
    return html`<p class="message-summary">${badge(statusTone(log.status), logStatus(log.status))} ${summaryText(log, name, kind)}</p>
      ${["Failed", "Processing", "DbComplete"].includes(log.status) && log.errorMessage ? html`<p class="notice bad">${withRecordNumber(log.errorMessage)}</p>` : nothing}
      ${log.dismissedAt ? html`<p class="notice">${logText().dismissedBy(log.dismissedBy ?? logText().anOperator)} ${relativeTime(log.dismissedAt)}. ${logText().dismissedNote}</p>` : nothing}
      ${this.buttons(log, watcher)} ${envelope(log, watcher, kind)}
      <h3>${logText().whatHappened}</h3>
      <ol class="timeline">
        ${buildTimeline(log, watcher).map(timelineItem)}
      </ol>
      ${stepList(log)} ${log.runs.length > 1 ? runList(log) : nothing}`;
  }

  private buttons(log: LogDetail, watcher: Watcher | null): TemplateResult {
    const { busy } = this.submission;
    const mayAct = this.currentUser !== null && this.currentUser.role !== "viewer" && watcher !== null;
    const extract = log.steps.find((step) => step.actionType === "TextExtract");
    const kind = logKind(log, watcher);
    return html`${formNotice(this.submission.message)}
      <div class="buttons tight">
        ${
          mayAct
            ? html`<button type="button" ?disabled=${busy} @click=${() => this.retry(false)}>${commonText().retry}</button>
              ${
                mayBeDismissed(log)
                  ? html`<button type="button" class="second" ?disabled=${busy} @click=${this.confirmDismissal}>${logText().dismiss}</button>`
                  : nothing
              }
              ${kind === "StatusEvent" ? nothing : this.replayButton(log, kind)}
              <button
                type="button"
                class="second"
                ?disabled=${busy}
                @click=${() => this.retry(true)}
              >${logText().retryAndRepeat}</button>`
            : nothing
        }
        ${
          extract && watcher
            ? html`<storm-workbench-link
          .watcherId=${watcher.id}
          .logId=${log.id}
          .name=${extract.name}
        ></storm-workbench-link>`
            : nothing
        }
        <storm-confirm
          question=${logText().dismissQuestion}
          .detail=${dismissalDetail(log)}
          button-label=${logText().dismiss}
          @storm-confirmed=${this.dismiss}
        ></storm-confirm>
        <button type="button" class="second" @click=${() => void this.copy()}>${logText().copyLink}</button>
        <span role="status">${this.copied ? commonText().copied : ""}</span>
      </div>`;
  }

  private replayButton(log: LogDetail, kind: FolderKind): TemplateResult {
    return html`<button
      type="button"
      class="second"
      ?disabled=${this.submission.busy}
      @click=${() => this.replay(log)}
    >${logText().replay[kind]}</button>`;
  }
}

function envelope(log: LogDetail, watcher: Watcher | null, kind: Kind): TemplateResult {
  const fact = (name: string, value: unknown) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
  const text = logText();
  return html`<dl class="derived aligned">
    ${sourceFacts(log, kind).map(([name, value]) => fact(name, value))}
    ${fact(text.watcher, watcher === null ? log.mailboxWatcherJobId : html`<a href="/portal/watchers/${watcher.id}">${watcher.name}</a>`)}
    ${fact(text.messageKey, html`<span class="mono">${log.messageKey}</span>`)}
    ${kind === "Mailbox" ? fact(text.messageId, html`<span class="mono">${log.internetMessageId ?? commonText().unknown}</span>`) : nothing}
    ${fact(text.runId, html`<span class="mono">${log.workflowRunId}</span>`)}
  </dl>`;
}

/** What started the workflow, and when. */
function sourceFacts(log: LogDetail, kind: Kind): [name: string, value: string][] {
  const text = logText();
  const at = log.receivedAt ? formatTime(log.receivedAt, { seconds: true }) : commonText().unknown;
  const subject = log.subject ?? text.notFetchedYet;
  switch (kind) {
    case "Mailbox":
      return [
        [text.subject, subject],
        [text.from, log.fromAddress ?? text.notFetchedYet],
        [text.received, at],
      ];
    case "File":
      return [
        [text.fileName, log.fileName ?? subject],
        [text.size, log.sizeBytes == null ? commonText().unknown : formatBytes(log.sizeBytes)],
        [text.arrived, at],
      ];
    case "StatusEvent":
      return [
        [text.statusChange, subject],
        [text.changed, at],
      ];
  }
}

function timelineItem({ tone, title, text, at }: TimelineEntry): TemplateResult {
  return html`<li>
    ${badge(tone, title)}
    <div>
      <p>${text}</p>
      ${at === null ? nothing : html`<p class="quiet"><time datetime=${at}>${formatTime(at, { seconds: true })}</time></p>`}
    </div>
  </li>`;
}

function stepList(log: LogDetail): TemplateResult | typeof nothing {
  if (log.steps.length === 0) return nothing;
  return html`<h3>${logText().actions}</h3>
    <ol class="steps">
      ${log.steps.map(stepItem)}
    </ol>`;
}

function stepItem(step: Step): TemplateResult {
  const took = step.startedAt && step.finishedAt ? elapsedText(step.startedAt, step.finishedAt) : null;
  const line = (name: string, value: string | null | undefined, tone = "") =>
    value ? html`<div><dt>${name}</dt><dd class="mono ${tone}">${value}</dd></div>` : nothing;
  return html`<li class="sheet">
    <div class="card-top">
      <strong>${step.name}</strong> ${badge(statusTone(step.status), logStatus(step.status))}
    </div>
    <p class="quiet">${step.actionType}, ${logText().ofPhase(step.phase)}${took === null ? nothing : html`, ${took}`}</p>
    <dl class="derived aligned">${line(logText().input, step.input)} ${line(logText().result, stepResultText(step.result))} ${line(logText().error, withRecordNumber(step.error ?? ""), "reason bad")}</dl>
  </li>`;
}

/** A sentence, or counts such as `{ count: 3, unread: 1, target: "$.Extract" }`. */
function stepResultText(result: Step["result"]): string | null {
  if (result === null || result === undefined || typeof result === "string") return result ?? null;
  const { count, unread, target } = result as { count?: number; unread?: number; target?: string };
  const records = logText().records(count ?? 0, target ?? "");
  return unread ? `${records}; ${logText().unread(unread)}` : records;
}

function runList(log: LogDetail): TemplateResult {
  return html`<h3>${logText().runs}</h3>
    <ol class="timeline">
      ${log.runs.map(
        (run) => html`<li>
          ${badge(statusTone(run.status), logStatus(run.status))}
          <div><p><time datetime=${run.startedAt}>${formatTime(run.startedAt, { seconds: true })}</time></p><p class="quiet mono">${run.id}</p></div>
        </li>`,
      )}
    </ol>`;
}
