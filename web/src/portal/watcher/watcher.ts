import { html, nothing, type TemplateResult } from "lit";
import { property } from "lit/decorators.js";
import { type Credential, listCredentials } from "../../data/credential.ts";
import {
  countMessages,
  deleteWatcher,
  type MessageCounts,
  patchWatcher,
  readWatcher,
  type Watcher,
} from "../../data/watcher.ts";
import { chooseGuidePage, navigateTo, showStatus } from "../events.ts";
import { watcherGuidePage } from "../guide-links.ts";
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
import { watcherEditor } from "./editor.ts";
import type { SaveWatcher } from "./form.ts";
import { watcherFormText } from "./form-text.ts";
import { warningTexts, watcherStatus } from "./health.ts";
import { kindOf, kindText } from "./kind.ts";
import { settingFacts } from "./setting-facts.ts";
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
    if (value === null) return;
    document.title = documentTitle(value.watcher.name);
    chooseGuidePage(watcherGuidePage(kindOf(value.watcher), "watcher"));
  }

  private readonly save: SaveWatcher = async (body, signal) => {
    const watcher = await patchWatcher(this.number, body, signal);
    const { value } = this.data;
    if (value !== null) this.data.set({ ...value, watcher });
    showStatus([commonText().saved(watcher.name), ...warningTexts(watcher)].join(" "));
  };

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
        ${warningTexts(watcher).map((warning) => html`<p class="notice">${warning}</p>`)}
        ${dayCounts(watcher, messageCounts)} ${statusFacts(watcher, text)}
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
      <storm-test-mode
        .watcher=${watcher}
        .currentUser=${this.currentUser}
        @storm-changed=${() => void this.data.refresh()}
      ></storm-test-mode>
      ${this.isAdmin ? this.editor(watcher, credentials) : settingFacts(watcher, credentials)}`;
  }

  private editor(watcher: Watcher, credentials: Credential[]): TemplateResult {
    return html`<h2>${watcherFormText().settings}</h2>
      ${watcherEditor({ kind: kindOf(watcher), watcher, credentials, submitLabel: commonText().save, save: this.save })}
      ${formNotice(this.submission.message)}
      <p><button
        type="button"
        class="danger plain"
        @click=${() => this.querySelector<StormConfirm>("storm-confirm")?.open()}
      >${watcherFormText().deleteWatcher}</button></p>
      <storm-confirm
        .question=${commonText().deleteQuestion(watcher.name)}
        detail=${kindText(watcher).deleteDetail}
        button-label=${watcherFormText().deleteWatcher}
        @storm-confirmed=${this.delete}
      ></storm-confirm>
      <storm-history kind="watcher" .number=${this.number} @storm-restored=${() => void this.data.reload()}></storm-history>`;
  }
}
