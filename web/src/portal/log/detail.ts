import { html, LitElement, nothing, type TemplateResult } from "lit";
import { property, state } from "lit/decorators.js";
import { type LogDetail, readLog, replayMessage, retryLog, type Step } from "../../data/log.ts";
import { Refusal } from "../../data/problem.ts";
import type { Person } from "../../data/session.ts";
import { readWatcher, type Watcher } from "../../data/watcher.ts";
import { badge } from "../part/badge.ts";
import { formNotice } from "../part/field.ts";
import { Loading, loaded } from "../part/loading.ts";
import { Sending } from "../part/sending.ts";
import { Ticking } from "../part/ticking.ts";
import { formatDuration, formatTime } from "../time.ts";
import { gist, type Stage, stages, statusTone } from "./journey.ts";

const EVERY_MS = 2_000;
const COPIED_MS = 3_000;

interface Known {
  log: LogDetail;
  /** Null when it is gone; its log stays. */
  watcher: Watcher | null;
}

/** What became of one message. Looks again until it has come to its end. Says `storm-changed` when somebody acts on it. */
export class StormMessageDetail extends LitElement {
  @property({ type: Number }) number = 0;
  @property({ attribute: false }) person: Person | null = null;
  @state() private copied = false;
  private readonly sending = new Sending(this);
  private readonly known = new Loading(this, async (signal): Promise<Known> => {
    const log = await readLog(this.number, signal);
    const watcher = await readWatcher(log.mailboxWatcherJobId, signal).catch((error: unknown) => {
      if (error instanceof Refusal && error.problem.status === 404) return null;
      throw error;
    });
    return { log, watcher };
  });

  constructor() {
    super();
    new Ticking(this, EVERY_MS, () => {
      const log = this.known.value?.log;
      if (
        log &&
        (!["Success", "Failed", "Skipped"].includes(log.status) || ["Queued", "Running"].includes(log.phaseTwoStatus))
      )
        void this.known.refresh();
    });
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  private retry(force: boolean): void {
    void this.sending.send(async (signal) => {
      await retryLog(this.number, force, signal);
      await this.known.refresh();
      this.dispatchEvent(new Event("storm-changed"));
    });
  }

  private replay({ mailboxWatcherJobId, messageKey }: LogDetail): void {
    void this.sending.send(async (signal) => {
      await replayMessage(mailboxWatcherJobId, messageKey, signal);
      await this.known.refresh();
      this.dispatchEvent(new Event("storm-changed"));
    });
  }

  private readonly copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(`${location.origin}/portal/log/${this.number}`);
    this.copied = true;
    setTimeout(() => (this.copied = false), COPIED_MS);
  };

  protected override render() {
    return loaded(this.known, (known) => this.message(known));
  }

  private message({ log, watcher }: Known): TemplateResult {
    const name = watcher?.name ?? `watcher ${log.mailboxWatcherJobId}, which is gone`;
    return html`<p class="gist">${badge(statusTone(log.status), log.status)} ${gist(log, name)}</p>
      ${log.status === "Failed" && log.errorMessage ? html`<p class="notice bad">${log.errorMessage}</p>` : nothing}
      ${this.buttons(log, watcher)} ${envelope(log, watcher)}
      <h3>What happened</h3>
      <ol class="way">
        ${stages(log, watcher).map(stageItem)}
      </ol>
      ${stepList(log)} ${log.runs.length > 1 ? runList(log) : nothing}`;
  }

  private buttons(log: LogDetail, watcher: Watcher | null): TemplateResult {
    const { busy } = this.sending;
    const mayAct = this.person !== null && this.person.role !== "viewer" && watcher !== null;
    const extract = log.steps.find((step) => step.actionType === "TextExtract");
    return html`${formNotice(this.sending.words)}
      <div class="buttons tight">
        ${
          mayAct
            ? html`<button type="button" ?disabled=${busy} @click=${() => this.retry(false)}>Retry</button>
              <button type="button" class="second" ?disabled=${busy} @click=${() => this.replay(log)}>Replay from the mailbox</button>
              <button type="button" class="second" ?disabled=${busy} @click=${() => this.retry(true)}>Retry and repeat effects</button>`
            : nothing
        }
        ${extract && watcher ? html`<storm-to-workbench .watcherId=${watcher.id} .logId=${log.id} .name=${extract.name}></storm-to-workbench>` : nothing}
        <button type="button" class="second" @click=${() => void this.copy()}>Copy link</button>
        <span role="status">${this.copied ? "Copied." : ""}</span>
      </div>`;
  }
}

function envelope(log: LogDetail, watcher: Watcher | null): TemplateResult {
  const fact = (name: string, value: unknown) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
  const time = (at: string | null | undefined) => (at ? formatTime(at, { seconds: true }) : "not known yet");
  return html`<dl class="derived aligned">
    ${fact("Subject", log.subject ?? "not fetched yet")} ${fact("From", log.fromAddress ?? "not fetched yet")} ${fact("Received", time(log.receivedAt))}
    ${fact("Watcher", watcher === null ? log.mailboxWatcherJobId : html`<a href="/portal/watchers/${watcher.id}">${watcher.name}</a>`)}
    ${fact("Message key", html`<span class="mono">${log.messageKey}</span>`)}
    ${fact("Internet message id", html`<span class="mono">${log.internetMessageId ?? "not known"}</span>`)}
    ${fact("Run", html`<span class="mono">${log.workflowRunId}</span>`)}
  </dl>`;
}

function stageItem({ tone, title, words, at }: Stage): TemplateResult {
  return html`<li>
    ${badge(tone, title)}
    <div>
      <p>${words}</p>
      ${at === null ? nothing : html`<p class="quiet"><time datetime=${at}>${formatTime(at, { seconds: true })}</time></p>`}
    </div>
  </li>`;
}

function stepList(log: LogDetail): TemplateResult | typeof nothing {
  if (log.steps.length === 0) return nothing;
  return html`<h3>Actions</h3>
    <ol class="steps">
      ${log.steps.map(stepItem)}
    </ol>`;
}

function stepItem(step: Step): TemplateResult {
  const took = step.startedAt && step.finishedAt ? formatDuration(step.startedAt, step.finishedAt) : null;
  const line = (name: string, words: string | null | undefined, tone = "") =>
    words ? html`<div><dt>${name}</dt><dd class="mono ${tone}">${words}</dd></div>` : nothing;
  return html`<li class="sheet">
    <div class="card-top">
      <strong>${step.name}</strong> ${badge(statusTone(step.status), step.status)}
    </div>
    <p class="quiet">${step.actionType}, ${step.phase === 1 ? "first phase" : "second phase"}${took === null ? nothing : html`, ${took}`}</p>
    <dl class="derived aligned">${line("Given", step.input)} ${line("Came of it", step.result)} ${line("Error", step.error, "reason bad")}</dl>
  </li>`;
}

function runList(log: LogDetail): TemplateResult {
  return html`<h3>Runs</h3>
    <ol class="way">
      ${log.runs.map(
        (run) => html`<li>
          ${badge(statusTone(run.status), run.status)}
          <div><p><time datetime=${run.startedAt}>${formatTime(run.startedAt, { seconds: true })}</time></p><p class="quiet mono">${run.id}</p></div>
        </li>`,
      )}
    </ol>`;
}
