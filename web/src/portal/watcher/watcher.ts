import { html, nothing, type TemplateResult } from "lit";
import { property } from "lit/decorators.js";
import { type Credential, listCredentials } from "../../data/credential.ts";
import { toSentence } from "../../data/problem.ts";
import {
  countMessages,
  deleteWatcher,
  type MessageCounts,
  patchWatcher,
  readWatcher,
  type Watcher,
} from "../../data/watcher.ts";
import { go, showStatus } from "../events.ts";
import { documentTitle } from "../route.ts";
import { badge } from "../ui/badge.ts";
import type { StormConfirm } from "../ui/confirm.ts";
import { formNotice } from "../ui/field.ts";
import { IntervalController } from "../ui/interval.ts";
import { Loader, whenLoaded } from "../ui/loader.ts";
import { backLink, heading, PortalPage } from "../ui/page.ts";
import { relativeTime } from "../ui/relative-time.ts";
import { Submission } from "../ui/submission.ts";
import { toInput } from "./draft.ts";
import type { WatcherDraft } from "./fields.ts";
import { healthOf, healthReason, healthTone, nextPollText, pollLoop, subscriptionText } from "./health.ts";
import { watcherTabs } from "./tabs.ts";
import { dayCounts } from "./watchers.ts";

const REFRESH_MS = 5_000;

interface WatcherData {
  watcher: Watcher;
  credentials: Credential[];
  messageCounts: MessageCounts | undefined;
}

/** One watcher: its status, and a form for administrators. */
export class StormWatcher extends PortalPage {
  @property({ type: Number }) number = 0;
  private readonly data = new Loader(this, async (signal): Promise<WatcherData> => {
    const [watcher, credentials, allCounts] = await Promise.all([
      readWatcher(this.number, signal),
      listCredentials(signal),
      countMessages(signal),
    ]);
    return {
      watcher,
      credentials,
      messageCounts: allCounts.find(({ mailboxWatcherJobId }) => mailboxWatcherJobId === this.number),
    };
  });
  private readonly submission = new Submission(this);

  constructor() {
    super();
    new IntervalController(this, REFRESH_MS, () => void this.data.refresh());
  }

  protected override updated(): void {
    const { value } = this.data;
    if (value !== null) document.title = documentTitle(value.watcher.name);
  }

  private readonly save = async (draft: WatcherDraft, signal: AbortSignal): Promise<void> => {
    const watcher = await patchWatcher(this.number, toInput(draft), signal);
    const { value } = this.data;
    if (value !== null) this.data.set({ ...value, watcher });
    showStatus([`“${watcher.name}” was saved.`, ...(watcher.warnings ?? []).map(toSentence)].join(" "));
  };

  private readonly delete = (): void => {
    const name = this.data.value?.watcher.name ?? "";
    void this.submission.send(async (signal) => {
      await deleteWatcher(this.number, signal);
      go("/portal/watchers", { replace: true, message: `“${name}” was deleted.` });
    });
  };

  protected override render() {
    return html`${backLink("/portal/watchers", "All watchers")} ${heading(this.data.value?.watcher.name ?? "Watcher")}
    ${watcherTabs(this.number, "settings")} ${whenLoaded(this.data, (data) => this.page(data))}`;
  }

  private page({ watcher, credentials, messageCounts }: WatcherData): TemplateResult {
    const health = healthOf(watcher);
    return html`<section class="sheet wide" aria-labelledby="state-heading">
        <div class="card-top"><h2 id="state-heading">How it stands</h2>${badge(healthTone(health), health)}</div>
        <p class=${health === "Degraded" ? "reason bad" : "reason"}>${healthReason(watcher)}</p>
        ${dayCounts(watcher.id, messageCounts)} ${stateFacts(watcher)}
        ${
          this.isOperator
            ? html`<storm-switch
          .watcher=${watcher}
          .person=${this.person}
          @storm-changed=${() => void this.data.refresh()}
        ></storm-switch>`
            : nothing
        }
      </section>
      ${this.isAdmin ? this.editor(watcher, credentials) : settings(watcher, credentials)}`;
  }

  private editor(watcher: Watcher, credentials: Credential[]): TemplateResult {
    return html`<h2>Settings</h2>
      <storm-watcher-form
        submit-label="Save"
        .watcher=${watcher}
        .credentials=${credentials}
        .save=${this.save}
      ></storm-watcher-form>
      ${formNotice(this.submission.message)}
      <p><button
        type="button"
        class="danger plain"
        @click=${() => this.querySelector<StormConfirm>("storm-confirm")?.open()}
      >Delete watcher</button></p>
      <storm-confirm
        .question=${`Delete “${watcher.name}”?`}
        detail="Its mailbox is watched no more, and its actions are gone. The log of its messages stays."
        button-label="Delete watcher"
        @storm-confirmed=${this.delete}
      ></storm-confirm>`;
  }
}

/** Read-only facts. */
function stateFacts(watcher: Watcher): TemplateResult {
  const loop = pollLoop(watcher);
  const fact = (name: string, value: unknown) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
  return html`<dl class="facts">
      ${fact("Last message", relativeTime(watcher.lastMessageReceived, "none yet"))} ${fact("It came to", watcher.lastMessageStatus ?? "–")}
      ${fact("Last check", relativeTime(loop?.lastSuccessAt))} ${fact("Next check", nextPollText(watcher, new Date()))}
      ${fact("Subscription", subscriptionText(watcher, new Date()))} ${fact("Renewed", relativeTime(watcher.lastRenewedAt))}
      ${fact("Last notification", relativeTime(watcher.lastNotificationAt, "none yet"))}
    </dl>
    ${loop?.lastError ? html`<p class="reason bad">Last failed check: ${loop.lastError}</p>` : nothing}
    ${watcher.lastSubscriptionError ? html`<p class="reason bad">Subscription: ${watcher.lastSubscriptionError}</p>` : nothing}
    <details>
      <summary>Ids at the provider</summary>
      <dl class="derived aligned">
        <div><dt>Folder</dt><dd class="mono">${watcher.folderId ?? "not resolved yet"}</dd></div>
        <div><dt>Subscription</dt><dd class="mono">${watcher.graphSubscriptionId ?? "none"}</dd></div>
      </dl>
    </details>`;
}

/** The settings for those who may not change them. */
function settings(watcher: Watcher, credentials: Credential[]): TemplateResult {
  const fact = (name: string, value: unknown) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
  const credential = credentials.find(({ id }) => id === watcher.credentialId)?.name ?? "the only one there is";
  return html`<h2>Settings</h2>
    <div class="sheet wide">
      ${watcher.description === "" ? nothing : html`<p>${watcher.description}</p>`}
      <dl class="derived aligned">
        ${fact("Mailbox", watcher.mailboxAddress)} ${fact("Folder", watcher.folderPath)} ${fact("Credential", credential)}
        ${fact("Sender contains", watcher.fromFilter ?? "anything")} ${fact("Subject contains", watcher.subjectFilter ?? "anything")}
        ${fact("New mail is found", watcher.mode === "PollOnly" ? "by looking only" : "because the provider tells")}
        ${fact("Seconds between two checks", watcher.reconciliationIntervalSeconds ?? "as configured")}
        ${fact("A processed message", watcher.moveOnProcess ? "is moved and marked read" : "stays and gets a category")}
        ${fact("Attachments", watcher.includeAttachments ? `up to ${watcher.maxAttachmentMb} MB` : "are not read")}
      </dl>
    </div>`;
}
