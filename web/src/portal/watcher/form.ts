import { html, LitElement, nothing, type TemplateResult } from "lit";
import { property, state } from "lit/decorators.js";
import type { Credential } from "../../data/credential.ts";
import { searchLog } from "../../data/log.ts";
import { type CheckResult, listMessages, type MailboxMessage, testWatcher, type Watcher } from "../../data/watcher.ts";
import { opensMailboxes } from "../credential/purpose.ts";
import { badge } from "../ui/badge.ts";
import { checkField, choiceField, errorText, formNotice, selectField, textArea, textField } from "../ui/field.ts";
import { Submission } from "../ui/submission.ts";
import { commonText } from "../ui/text.ts";
import {
  credentialPlaceholder,
  folderKey,
  matchesFilters,
  matchText,
  toDraft,
  toInput,
  validate,
  WATCHER_FIELDS,
} from "./draft.ts";
import { type FieldName, isAddress, type WatcherDraft } from "./fields.ts";
import { FolderPicked, type StormFolderPicker } from "./folder-picker.ts";
import { watcherFormText } from "./form-text.ts";
import { resumeChoices } from "./resume.ts";

const TYPING_PAUSE_MS = 400;
const LOG_MESSAGES = 200;

const SENDER_AUTHENTICATION = ["None", "Dmarc", "Dkim"] as const;

export type SaveWatcher = (draft: WatcherDraft, signal: AbortSignal) => Promise<void>;

/** The settings of a watcher: validated while typing, tested on the mailbox before saving. */
export class StormWatcherForm extends LitElement {
  @property({ attribute: false }) watcher: Watcher | null = null;
  @property({ attribute: false }) credentials: Credential[] = [];
  @property({ attribute: false }) save: SaveWatcher = () => Promise.resolve();
  @property({ attribute: "submit-label" }) submitLabel = commonText().save;
  @state() private draft: WatcherDraft = toDraft(null);
  @state() private touched = new Set<string>();
  @state() private checkResults: CheckResult[] | null = null;
  @state() private recent: MailboxMessage[] | null = null;
  private readonly submission = new Submission(this, WATCHER_FIELDS);
  private readonly testing = new Submission(this);
  private checkedFolder = "";
  private timer: ReturnType<typeof setTimeout> | undefined;
  private stop = new AbortController();

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.stop = new AbortController();
    this.draft = toDraft(this.watcher);
    const [only, ...others] = this.credentials.filter(opensMailboxes);
    if (this.watcher === null && only && others.length === 0)
      this.draft = { ...this.draft, credentialId: String(only.id) };
    void this.loadMessages();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop.abort();
    clearTimeout(this.timer);
  }

  private readonly fieldTyped = (event: Event): void => {
    const { name, type, checked, value } = event.target as HTMLInputElement;
    if (!(name in this.draft)) return;
    const before = folderKey(this.draft);
    this.draft = { ...this.draft, [name]: type === "checkbox" ? checked : value };
    if (name === "mailboxAddress" || name === "credentialId") this.draft = { ...this.draft, folderId: "" };
    if (folderKey(this.draft) === before) return;
    [this.checkResults, this.recent] = [null, null];
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.loadMessages(), TYPING_PAUSE_MS);
  };

  private readonly fieldLeft = (event: Event): void => {
    this.touched = new Set(this.touched).add((event.target as HTMLInputElement).name);
  };

  /** For testing the filters: the mail in the folder and the messages in the log. */
  private async loadMessages(): Promise<void> {
    const folder = folderKey(this.draft);
    if (!isAddress(this.draft.mailboxAddress.trim()) || folder === this.checkedFolder) return;
    this.checkedFolder = folder;
    const { signal } = this.stop;
    const inFolder = listMessages({ ...toInput(this.draft), name: this.draft.name || "new" }, signal).catch(() => []);
    const logged =
      this.watcher === null
        ? { items: [] }
        : searchLog({ jobId: this.watcher.id, limit: LOG_MESSAGES }, signal).catch(() => ({ items: [] }));
    const messages = new Map<string, MailboxMessage>();
    for (const { messageKey, subject, fromAddress } of (await logged).items) {
      if (subject !== null || fromAddress !== null)
        messages.set(messageKey, {
          messageKey,
          subject: subject ?? null,
          fromAddress: fromAddress ?? null,
          fromName: null,
          receivedAt: null,
        });
    }
    for (const message of await inFolder) messages.set(message.messageKey, message);
    if (!signal.aborted && folder === folderKey(this.draft)) this.recent = [...messages.values()];
  }

  private readonly test = (): void => {
    const errors = validate({ ...this.draft, name: this.draft.name || "new" });
    if (Object.keys(errors).length > 0) {
      this.submission.reject(errors);
      return;
    }
    this.checkResults = null;
    void this.testing.send(async (signal) => {
      this.checkResults = await testWatcher({ ...toInput(this.draft), name: this.draft.name || "new" }, signal);
    });
  };

  private readonly pickFolder = (): void => {
    const address = this.draft.mailboxAddress.trim();
    if (!isAddress(address)) {
      this.submission.reject({ mailboxAddress: watcherFormText().enterAddressFirst });
      return;
    }
    void this.querySelector<StormFolderPicker>("storm-folder-picker")?.open();
  };

  private readonly folderPicked = (event: Event): void => {
    if (!(event instanceof FolderPicked)) return;
    this.draft = { ...this.draft, folderId: event.folder.id, folderPath: event.folder.path };
    this.checkResults = null;
    void this.loadMessages();
  };

  private readonly submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const errors = validate(this.draft);
    this.touched = new Set(Object.keys(errors));
    if (Object.keys(errors).length > 0) {
      this.submission.reject(errors);
      return;
    }
    void this.submission.send((signal) => this.save(this.draft, signal));
  };

  /** The properties of a field for `textField` and the like. */
  private bind<Name extends FieldName>(name: Name) {
    return { name, error: this.error(name), value: this.draft[name] };
  }

  private error(field: FieldName): string | undefined {
    const typingError = this.touched.has(field) ? validate(this.draft)[field] : undefined;
    return typingError ?? (validate(this.draft)[field] === undefined ? this.submission.error(field) : undefined);
  }

  protected override render() {
    const { draft, submission } = this;
    return html`${formNotice(submission.message)}
      <form class="sheet wide" novalidate @submit=${this.submit} @input=${this.fieldTyped} @focusout=${this.fieldLeft}>
        ${textField({ ...this.bind("name"), label: commonText().name })}
        ${textArea({ ...this.bind("description"), label: commonText().description, hint: commonText().notesHint, rows: 2 })}
        ${this.mailbox()} ${this.filters()} ${this.processing()}
        <div class="buttons"><button type="submit" ?disabled=${submission.busy}>${submission.busy ? commonText().saving : this.submitLabel}</button></div>
      </form>
      <storm-folder-picker
        .mailbox=${draft.mailboxAddress.trim()}
        .credentialId=${draft.credentialId === "" ? null : Number(draft.credentialId)}
        .selected=${draft.folderId}
        @storm-folder=${this.folderPicked}
      ></storm-folder-picker>`;
  }

  private mailbox(): TemplateResult {
    const { draft } = this;
    const usable = this.credentials.filter((one) => opensMailboxes(one) || String(one.id) === draft.credentialId);
    const options = usable.map(({ id, name }) => [String(id), name] as const);
    const folderError = this.error("folderPath") ?? this.error("folderId");
    const text = watcherFormText();
    return html`<fieldset>
      <legend>${text.mailbox}</legend>
      ${selectField({ ...this.bind("credentialId"), label: text.credential, options: [["", credentialPlaceholder(usable.map(({ name }) => name))], ...options] })}
      ${textField({ ...this.bind("mailboxAddress"), label: text.address, inputmode: "email", hint: text.addressHint })}
      <div class="field ${folderError ? "invalid" : ""}">
        <span class="label" id="folder-label">${text.folder}</span>
        ${errorText("folder-error", folderError)}
        <div class="picked-folder">
          <output aria-labelledby="folder-label">${draft.folderPath}</output>
          <button type="button" class="second" aria-describedby=${folderError ? "folder-error" : nothing} @click=${this.pickFolder}>${text.chooseFolder}</button>
        </div>
      </div>
      <div class="buttons">
        <button type="button" class="second" ?disabled=${this.testing.busy} @click=${this.test}>${this.testing.busy ? text.testing : text.testMailbox}</button>
      </div>
      ${formNotice(this.testing.message)}
      <div role="status">${this.checkResults === null ? nothing : checkResultList(this.checkResults)}</div>
    </fieldset>`;
  }

  private filters(): TemplateResult {
    const { draft, recent } = this;
    const matching = recent?.filter((message) => matchesFilters(draft, message)).length ?? 0;
    const text = watcherFormText();
    const choices = SENDER_AUTHENTICATION.map((value) => [value, text.authentication[value]] as const);
    return html`<fieldset>
      <legend>${text.filters}</legend>
      <p class="hint">${text.filtersHint}</p>
      <div class="pair">
        ${textField({ ...this.bind("fromFilter"), label: text.sender, hint: text.senderHint })}
        ${textField({ ...this.bind("subjectFilter"), label: text.subject })}
      </div>
      ${selectField({ ...this.bind("senderAuthentication"), label: text.verify, options: choices, hint: text.verifyHint })}
      ${checkField("leaveUnmatched", text.leaveAlone, text.leaveAloneHint, draft.leaveUnmatched)}
      <p role="status" class="count">${recent === null ? text.enterToTest : matchText(matching, recent.length)}${recent !== null && draft.senderAuthentication !== "None" ? ` ${text.notCountingVerified}` : ""}</p>
    </fieldset>`;
  }

  private processing(): TemplateResult {
    const { draft } = this;
    const text = watcherFormText();
    return html`${choiceField("mode", text.detection, draft.mode, [
      { value: "Subscription", label: text.push, hint: text.pushHint },
      { value: "PollOnly", label: text.pollOnly, hint: text.pollOnlyHint },
    ])}
      ${textField({ ...this.bind("reconciliationIntervalSeconds"), label: text.interval, hint: text.intervalHint, inputmode: "numeric" })}
      ${textField({ ...this.bind("expectEveryMinutes"), label: text.expect, hint: text.expectHint, inputmode: "numeric" })}
      ${choiceField("resume", text.afterCrash, draft.resume, resumeChoices())}
      <fieldset class="field">
        <legend>${text.handling}</legend>
        ${checkField("moveOnProcess", text.move, text.moveHint, draft.moveOnProcess)}
        ${checkField("includeAttachments", text.attachments, text.attachmentsHint, draft.includeAttachments)}
      </fieldset>
      ${
        draft.includeAttachments
          ? textField({
              ...this.bind("maxAttachmentMb"),
              label: text.maxAttachment,
              hint: text.maxAttachmentHint,
              inputmode: "numeric",
            })
          : nothing
      }`;
  }
}

export function checkResultList(results: readonly CheckResult[]): TemplateResult {
  return html`<ul class="result-list">
    ${results.map(({ name, passed, message }) => html`<li>${badge(passed ? "good" : "bad", name)} <span>${message}</span></li>`)}
  </ul>`;
}
