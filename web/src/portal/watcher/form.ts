import { html, LitElement, nothing, type TemplateResult } from "lit";
import { property, state } from "lit/decorators.js";
import type { Credential } from "../../data/credential.ts";
import { searchLog } from "../../data/log.ts";
import { type Finding, type Glance, listMessages, tryWatcher, type Watcher } from "../../data/watcher.ts";
import { badge } from "../part/badge.ts";
import { checkField, choiceField, errorWords, formNotice, selectField, textArea, textField } from "../part/field.ts";
import { Sending } from "../part/sending.ts";
import {
  type Draft,
  draftOf,
  inputOf,
  isAddress,
  matchWords,
  mistakes,
  noneChosen,
  passes,
  placeOf,
  WATCHER_FIELDS,
} from "./draft.ts";
import { FolderPicked, type StormFolderPicker } from "./folder-picker.ts";

const TYPED_MS = 400;
const FROM_LOG = 200;

/** What is sent when the form is handed in. */
export type Submit = (draft: Draft, signal: AbortSignal) => Promise<void>;

/** The settings of a watcher: checked while they are typed, tried on the mailbox before they are saved. */
export class StormWatcherForm extends LitElement {
  @property({ attribute: false }) watcher: Watcher | null = null;
  @property({ attribute: false }) credentials: Credential[] = [];
  @property({ attribute: false }) save: Submit = () => Promise.resolve();
  @property() act = "Save";
  @state() private draft: Draft = draftOf(null);
  @state() private touched = new Set<string>();
  @state() private findings: Finding[] | null = null;
  @state() private recent: Glance[] | null = null;
  private readonly sending = new Sending(this, WATCHER_FIELDS);
  private readonly trying = new Sending(this);
  private place = "";
  private timer: ReturnType<typeof setTimeout> | undefined;
  private stop = new AbortController();

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.stop = new AbortController();
    this.draft = draftOf(this.watcher);
    const [only] = this.credentials;
    if (this.watcher === null && this.credentials.length === 1 && only)
      this.draft = { ...this.draft, credentialId: String(only.id) };
    void this.lookForMessages();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop.abort();
    clearTimeout(this.timer);
  }

  /** The whole form is read at every change, so that no field can be forgotten. */
  private readonly typed = (event: Event): void => {
    const { name, type, checked, value } = event.target as HTMLInputElement;
    if (!(name in this.draft)) return;
    const before = placeOf(this.draft);
    this.draft = { ...this.draft, [name]: type === "checkbox" ? checked : value };
    if (name === "mailboxAddress" || name === "credentialId") this.draft = { ...this.draft, folderId: "" };
    if (placeOf(this.draft) === before) return;
    [this.findings, this.recent] = [null, null];
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.lookForMessages(), TYPED_MS);
  };

  private readonly left = (event: Event): void => {
    this.touched = new Set(this.touched).add((event.target as HTMLInputElement).name);
  };

  /** What the filters are tried on: what lies in the folder, and what the watcher has seen. */
  private async lookForMessages(): Promise<void> {
    const place = placeOf(this.draft);
    if (!isAddress(this.draft.mailboxAddress.trim()) || place === this.place) return;
    this.place = place;
    const { signal } = this.stop;
    const lying = listMessages({ ...inputOf(this.draft), name: this.draft.name || "new" }, signal).catch(() => []);
    const seen =
      this.watcher === null
        ? { items: [] }
        : searchLog({ jobId: this.watcher.id, limit: FROM_LOG }, signal).catch(() => ({ items: [] }));
    const found = new Map<string, Glance>();
    for (const { messageKey, subject, fromAddress } of (await seen).items) {
      if (subject !== null || fromAddress !== null)
        found.set(messageKey, {
          messageKey,
          subject: subject ?? null,
          fromAddress: fromAddress ?? null,
          fromName: null,
          receivedAt: null,
        });
    }
    for (const one of await lying) found.set(one.messageKey, one);
    if (!signal.aborted && place === placeOf(this.draft)) this.recent = [...found.values()];
  }

  private readonly test = (): void => {
    const wrong = mistakes({ ...this.draft, name: this.draft.name || "new" });
    if (Object.keys(wrong).length > 0) {
      this.sending.refuse(wrong);
      return;
    }
    this.findings = null;
    void this.trying.send(async (signal) => {
      this.findings = await tryWatcher({ ...inputOf(this.draft), name: this.draft.name || "new" }, signal);
    });
  };

  private readonly pick = (): void => {
    const address = this.draft.mailboxAddress.trim();
    if (!isAddress(address)) {
      this.sending.refuse({ mailboxAddress: "Enter the address of the mailbox first." });
      return;
    }
    void this.querySelector<StormFolderPicker>("storm-folder-picker")?.open();
  };

  private readonly picked = (event: Event): void => {
    if (!(event instanceof FolderPicked)) return;
    this.draft = { ...this.draft, folderId: event.folder.id, folderPath: event.folder.path };
    this.findings = null;
    void this.lookForMessages();
  };

  private readonly submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const wrong = mistakes(this.draft);
    this.touched = new Set(Object.keys(wrong));
    if (Object.keys(wrong).length > 0) {
      this.sending.refuse(wrong);
      return;
    }
    void this.sending.send((signal) => this.save(this.draft, signal));
  };

  private error(field: string): string | undefined {
    const wrong = this.touched.has(field) ? mistakes(this.draft)[field] : undefined;
    return wrong ?? (mistakes(this.draft)[field] === undefined ? this.sending.error(field) : undefined);
  }

  protected override render() {
    const { draft, sending } = this;
    return html`${formNotice(sending.words)}
      <form class="sheet wide" novalidate @submit=${this.submit} @input=${this.typed} @focusout=${this.left}>
        ${textField({ name: "name", label: "Name", error: this.error("name"), value: draft.name })}
        ${textArea({ name: "description", label: "Description", hint: "For whoever looks after it next.", rows: 2, error: this.error("description"), value: draft.description })}
        ${this.mailbox()} ${this.filters()} ${this.treatment()}
        <div class="buttons"><button type="submit" ?disabled=${sending.busy}>${sending.busy ? "Saving …" : this.act}</button></div>
      </form>
      <storm-folder-picker
        .mailbox=${draft.mailboxAddress.trim()}
        .credentialId=${draft.credentialId === "" ? null : Number(draft.credentialId)}
        .chosen=${draft.folderId}
        @storm-folder=${this.picked}
      ></storm-folder-picker>`;
  }

  private mailbox(): TemplateResult {
    const { draft } = this;
    const options = this.credentials.map(({ id, name }) => [String(id), name] as const);
    const wrongFolder = this.error("folderPath") ?? this.error("folderId");
    return html`<fieldset>
      <legend>Mailbox</legend>
      ${selectField({ name: "credentialId", label: "Credential", error: this.error("credentialId"), value: draft.credentialId, options: [["", noneChosen(this.credentials.map(({ name }) => name))], ...options] })}
      ${textField({ name: "mailboxAddress", label: "Address", error: this.error("mailboxAddress"), value: draft.mailboxAddress, inputmode: "email", hint: "A shared mailbox is best: nobody else tidies it up." })}
      <div class="field ${wrongFolder ? "wrong" : ""}">
        <span class="label" id="folder-label">Folder</span>
        ${errorWords("folder-error", wrongFolder)}
        <div class="picked">
          <output aria-labelledby="folder-label">${draft.folderPath}</output>
          <button type="button" class="second" aria-describedby=${wrongFolder ? "folder-error" : nothing} @click=${this.pick}>Choose folder</button>
        </div>
      </div>
      <div class="buttons">
        <button type="button" class="second" ?disabled=${this.trying.busy} @click=${this.test}>${this.trying.busy ? "Testing …" : "Test mailbox"}</button>
      </div>
      ${formNotice(this.trying.words)}
      <div role="status">${this.findings === null ? nothing : findingList(this.findings)}</div>
    </fieldset>`;
  }

  private filters(): TemplateResult {
    const { draft, recent } = this;
    const matching = recent?.filter((message) => passes(draft, message)).length ?? 0;
    return html`<fieldset>
      <legend>Filters</legend>
      <p class="hint">Messages that do not match are put away without running the actions. Leave empty to take all.</p>
      <div class="pair">
        ${textField({ name: "fromFilter", label: "Sender contains", error: this.error("fromFilter"), value: draft.fromFilter })}
        ${textField({ name: "subjectFilter", label: "Subject contains", error: this.error("subjectFilter"), value: draft.subjectFilter })}
      </div>
      <p role="status" class="count">${recent === null ? "Nothing to try the filters on yet: enter a mailbox." : matchWords(matching, recent.length)}</p>
    </fieldset>`;
  }

  private treatment(): TemplateResult {
    const { draft } = this;
    return html`${choiceField("mode", "How new mail is found", draft.mode, [
      { value: "Subscription", words: "The provider tells", hint: "within seconds; the mailbox is looked at as well" },
      { value: "PollOnly", words: "Look only", hint: "at every check, where the provider cannot reach this service" },
    ])}
      ${textField({ name: "reconciliationIntervalSeconds", label: "Seconds between two checks", hint: "Empty: as the service is configured, usually 300.", inputmode: "numeric", error: this.error("reconciliationIntervalSeconds"), value: draft.reconciliationIntervalSeconds })}
      <fieldset class="field">
        <legend>What becomes of a message</legend>
        ${checkField("moveOnProcess", "Move it", "to the subfolder Processed or Failed, and mark it read; otherwise it stays and gets a category", draft.moveOnProcess)}
        ${checkField("includeAttachments", "Read attachments", "write them to disk while the actions run", draft.includeAttachments)}
      </fieldset>
      ${
        draft.includeAttachments
          ? textField({
              name: "maxAttachmentMb",
              label: "Largest attachment (MB)",
              hint: "Larger ones are listed, but not written.",
              inputmode: "numeric",
              error: this.error("maxAttachmentMb"),
              value: draft.maxAttachmentMb,
            })
          : nothing
      }`;
  }
}

export function findingList(findings: readonly Finding[]): TemplateResult {
  return html`<ul class="findings">
    ${findings.map(({ what, good, words }) => html`<li>${badge(good ? "good" : "bad", what)} <span>${words}</span></li>`)}
  </ul>`;
}
