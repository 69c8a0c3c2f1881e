import { html, nothing, type TemplateResult } from "lit";
import { property, state } from "lit/decorators.js";
import type { Credential } from "../../data/credential.ts";
import { searchLog } from "../../data/log.ts";
import { type CheckResult, listMessages, type MailboxMessage, testWatcher } from "../../data/watcher.ts";
import { opensMailboxes } from "../credential/purpose.ts";
import { checkResultList } from "../ui/check-results.ts";
import { checkField, choiceField, errorText, formNotice, selectField, textField } from "../ui/field.ts";
import { Submission } from "../ui/submission.ts";
import { validate } from "./draft.ts";
import { FolderPicked, type StormFolderPicker } from "./folder-picker.ts";
import { WatcherForm } from "./form.ts";
import { watcherFormText } from "./form-text.ts";
import {
  credentialPlaceholder,
  folderKey,
  isAddress,
  MAILBOX_FIELDS,
  matchesFilters,
  matchText,
  toMailboxInput,
} from "./mailbox-draft.ts";

const TYPING_PAUSE_MS = 400;
const LOG_MESSAGES = 200;

const SENDER_AUTHENTICATION = ["None", "Dmarc", "Dkim"] as const;

/** The settings of a watcher of a mailbox, tested on the mailbox before saving. */
export class StormMailboxWatcherForm extends WatcherForm<typeof MAILBOX_FIELDS> {
  @property({ attribute: false }) credentials: Credential[] = [];
  @state() private checkResults: CheckResult[] | null = null;
  @state() private recent: MailboxMessage[] | null = null;
  private readonly testing = new Submission(this);
  private checkedFolder = "";
  private timer: ReturnType<typeof setTimeout> | undefined;
  private stop = new AbortController();

  constructor() {
    super(MAILBOX_FIELDS);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.stop = new AbortController();
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

  protected override typed(input: HTMLInputElement): void {
    const before = folderKey(this.draft);
    super.typed(input);
    if (input.name === "mailboxAddress" || input.name === "credentialId") this.draft = { ...this.draft, folderId: "" };
    if (folderKey(this.draft) === before) return;
    [this.checkResults, this.recent] = [null, null];
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.loadMessages(), TYPING_PAUSE_MS);
  }

  /** For testing the filters: the mail in the folder and the messages in the log. */
  private async loadMessages(): Promise<void> {
    const folder = folderKey(this.draft);
    if (!isAddress(this.draft.mailboxAddress.trim()) || folder === this.checkedFolder) return;
    this.checkedFolder = folder;
    const { signal } = this.stop;
    const inFolder = listMessages({ ...toMailboxInput(this.draft), name: this.draft.name || "new" }, signal).catch(
      () => [],
    );
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
    const errors = validate(MAILBOX_FIELDS, { ...this.draft, name: this.draft.name || "new" });
    if (Object.keys(errors).length > 0) {
      this.submission.reject(errors);
      return;
    }
    this.checkResults = null;
    void this.testing.send(async (signal) => {
      this.checkResults = await testWatcher({ ...toMailboxInput(this.draft), name: this.draft.name || "new" }, signal);
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

  protected settings(): TemplateResult {
    return html`${this.mailbox()} ${this.filters()} ${this.processing()}`;
  }

  protected override render() {
    const { draft } = this;
    return html`${super.render()}
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
