import { html, nothing, type TemplateResult } from "lit";
import { property } from "lit/decorators.js";
import { type Credential, listCredentials } from "../../data/credential.ts";
import { formatDuration } from "../../data/duration.ts";
import { toSentence } from "../../data/problem.ts";
import {
  countMessages,
  deleteWatcher,
  type MessageCounts,
  patchWatcher,
  readWatcher,
  type Watcher,
} from "../../data/watcher.ts";
import { navigateTo, showStatus } from "../events.ts";
import { documentTitle } from "../route.ts";
import { titles } from "../titles.ts";
import { badge } from "../ui/badge.ts";
import type { StormConfirm } from "../ui/confirm.ts";
import { formNotice } from "../ui/field.ts";
import { IntervalController } from "../ui/interval.ts";
import { Loader, whenLoaded } from "../ui/loader.ts";
import { backLink, heading, PortalPage } from "../ui/page.ts";
import { Submission } from "../ui/submission.ts";
import { commonText } from "../ui/text.ts";
import { toInput } from "./draft.ts";
import type { WatcherDraft } from "./fields.ts";
import { watcherFormText } from "./form-text.ts";
import { watcherStatus } from "./health.ts";
import { isStatusWatcher, sourceText } from "./kind.ts";
import { type StatusDraft, toStatusInput } from "./status-draft.ts";
import { statusFacts } from "./status-facts.ts";
import { watcherTabs } from "./tabs.ts";
import { watcherText } from "./text.ts";
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

  private readonly save = (draft: WatcherDraft, signal: AbortSignal) => this.patch(toInput(draft), signal);
  private readonly saveStatus = (draft: StatusDraft, signal: AbortSignal) => this.patch(toStatusInput(draft), signal);

  private async patch(change: Parameters<typeof patchWatcher>[1], signal: AbortSignal): Promise<void> {
    const watcher = await patchWatcher(this.number, change, signal);
    const { value } = this.data;
    if (value !== null) this.data.set({ ...value, watcher });
    showStatus([commonText().saved(watcher.name), ...(watcher.warnings ?? []).map(toSentence)].join(" "));
  }

  private readonly delete = (): void => {
    const name = this.data.value?.watcher.name ?? "";
    void this.submission.send(async (signal) => {
      await deleteWatcher(this.number, signal);
      navigateTo("/portal/watchers", { replace: true, message: commonText().deleted(name) });
    });
  };

  protected override render() {
    return html`${backLink("/portal/watchers", watcherText().allWatchers)} ${heading(this.data.value?.watcher.name ?? titles().page.watcher)}
    ${watcherTabs(this.number, "settings")} ${whenLoaded(this.data, (data) => this.page(data))}`;
  }

  private page({ watcher, credentials, messageCounts }: WatcherData): TemplateResult {
    const { tone, label, text } = watcherStatus(watcher);
    return html`<section class="sheet wide" aria-labelledby="status-heading">
        <div class="card-top"><h2 id="status-heading">${commonText().status}</h2>${badge(tone, label)}</div>
        <p class=${tone === "bad" ? "reason bad" : "reason"}>${text}</p>
        ${(watcher.warnings ?? []).map((warning) => html`<p class="notice">${toSentence(warning)}</p>`)}
        ${dayCounts(watcher.id, messageCounts)} ${statusFacts(watcher, text)}
        ${
          this.isOperator
            ? html`<storm-watcher-switch
          .watcher=${watcher}
          .currentUser=${this.currentUser}
          @storm-changed=${() => void this.data.refresh()}
        ></storm-watcher-switch>`
            : nothing
        }
      </section>
      ${this.isAdmin ? this.editor(watcher, credentials) : settingFacts(watcher, credentials)}`;
  }

  private editor(watcher: Watcher, credentials: Credential[]): TemplateResult {
    return html`<h2>${watcherFormText().settings}</h2>
      ${
        isStatusWatcher(watcher)
          ? html`<storm-status-watcher-form submit-label=${commonText().save} .watcher=${watcher} .save=${this.saveStatus}></storm-status-watcher-form>`
          : html`<storm-watcher-form
            submit-label=${commonText().save}
            .watcher=${watcher}
            .credentials=${credentials}
            .save=${this.save}
          ></storm-watcher-form>`
      }
      ${formNotice(this.submission.message)}
      <p><button
        type="button"
        class="danger plain"
        @click=${() => this.querySelector<StormConfirm>("storm-confirm")?.open()}
      >${watcherFormText().deleteWatcher}</button></p>
      <storm-confirm
        .question=${commonText().deleteQuestion(watcher.name)}
        detail=${isStatusWatcher(watcher) ? watcherFormText().deleteStatusDetail : watcherFormText().deleteMailboxDetail}
        button-label=${watcherFormText().deleteWatcher}
        @storm-confirmed=${this.delete}
      ></storm-confirm>
      <storm-history kind="watcher" .number=${this.number} @storm-restored=${() => void this.data.reload()}></storm-history>`;
  }
}

/** Read-only, for users who are not administrators. */
function settingFacts(watcher: Watcher, credentials: Credential[]): TemplateResult {
  const fact = (name: string, value: unknown) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
  const text = watcherFormText();
  const facts = text.fact;
  const resume = fact(text.afterCrash, watcher.resume === "Automatic" ? facts.resumes : facts.waits);
  if (isStatusWatcher(watcher)) {
    return html`<h2>${watcherFormText().settings}</h2>
      <div class="sheet wide">
        ${watcher.description ? html`<p>${watcher.description}</p>` : nothing}
        <dl class="derived aligned">${fact(facts.startsWith, sourceText(watcher))} ${resume}</dl>
      </div>`;
  }
  const credential = credentials.find(({ id }) => id === watcher.credentialId)?.name ?? facts.onlyCredential;
  return html`<h2>${watcherFormText().settings}</h2>
    <div class="sheet wide">
      ${watcher.description ? html`<p>${watcher.description}</p>` : nothing}
      <dl class="derived aligned">
        ${fact(text.mailbox, watcher.mailboxAddress)} ${fact(text.folder, watcher.folderPath)} ${fact(text.credential, credential)}
        ${fact(text.sender, watcher.fromFilter ?? facts.anything)} ${fact(text.subject, watcher.subjectFilter ?? facts.anything)}
        ${fact(text.detection, watcher.mode === "PollOnly" ? facts.pollOnly : facts.push)}
        ${fact(facts.pollingInterval, watcher.reconciliationIntervalSeconds ? formatDuration(watcher.reconciliationIntervalSeconds * 1_000) : facts.default)}
        ${fact(facts.processed, watcher.moveOnProcess ? facts.moved : facts.left)}
        ${fact(facts.verified, watcher.senderAuthentication === "None" ? facts.notRequired : watcher.senderAuthentication.toUpperCase())}
        ${fact(facts.others, watcher.leaveUnmatched ? facts.leftUnread : facts.filed)}
        ${fact(facts.expected, watcher.expectEveryMinutes ? facts.every(formatDuration(watcher.expectEveryMinutes * 60_000)) : facts.noSchedule)}
        ${resume}
        ${fact(facts.attachments, watcher.includeAttachments ? facts.upTo(watcher.maxAttachmentMb) : facts.notSaved)}
      </dl>
    </div>`;
}
