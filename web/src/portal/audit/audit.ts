import { html, nothing, type TemplateResult } from "lit";
import { state } from "lit/decorators.js";
import { type AuditEntry, type AuditPage, readAudit } from "../../data/audit.ts";
import { formatTime } from "../time.ts";
import { titles } from "../titles.ts";
import { formNotice, selectField, textField } from "../ui/field.ts";
import { Loader, whenLoaded } from "../ui/loader.ts";
import { heading, PortalPage } from "../ui/page.ts";
import { Submission } from "../ui/submission.ts";
import { commonText } from "../ui/text.ts";
import { type Change, listChanges } from "./difference.ts";
import { fieldLabel } from "./field-label.ts";
import { type AuditFilter, actionOptions, exportPath, parseFilter, toSearch, writeFilter } from "./filter.ts";
import { auditText } from "./text.ts";

const TYPING_PAUSE_MS = 300;

export class StormAudit extends PortalPage {
  @state() private filter: AuditFilter = parseFilter(location.search);
  private readonly trail = new Loader(this, (signal) => readAudit(toSearch(this.filter), null, signal));
  private readonly submission = new Submission(this);
  private timer: ReturnType<typeof setTimeout> | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  private more(page: AuditPage): void {
    void this.submission.send(async (signal) => {
      const next = await readAudit(toSearch(this.filter), page.nextCursor ?? null, signal);
      // The filter may have changed in the meantime.
      if (this.trail.value === page) this.trail.set({ ...next, items: [...page.items, ...next.items] });
    });
  }

  private readonly filterTyped = (event: Event): void => {
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const field = (name: string) => String(form.get(name) ?? "");
    this.filter = {
      q: field("q"),
      user: field("user"),
      action: field("action"),
      from: field("from"),
      to: field("to"),
    };
    history.replaceState(null, "", location.pathname + writeFilter(this.filter));
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.trail.reload(), TYPING_PAUSE_MS);
  };

  protected override render() {
    return html`${heading(titles().page.audit)}
      <p>${auditText().hint}</p>
      ${this.filters()}
      <p class="buttons">
        <a class="button second" href=${exportPath(this.filter, "csv")} download>${auditText().exportCsv}</a>
        <a class="button second" href=${exportPath(this.filter, "jsonl")} download>${auditText().exportJson}</a>
      </p>
      ${whenLoaded(this.trail, (page) => this.page(page))}`;
  }

  private filters(): TemplateResult {
    const { q, user, action, from, to } = this.filter;
    return html`<form
      class="filters"
      role="search"
      @input=${this.filterTyped}
      @submit=${(event: Event) => event.preventDefault()}
    >
      <div class="field">
        <label for="field-q">${auditText().search}</label>
        <input id="field-q" name="q" type="search" autocomplete="off" spellcheck="false" .value=${q} />
      </div>
      ${textField({ name: "user", label: auditText().user, value: user })}
      ${selectField({ name: "action", label: auditText().action, value: action, options: actionOptions() })}
      ${textField({ name: "from", label: commonText().fromDate, type: "date", value: from })}
      ${textField({ name: "to", label: commonText().toDate, type: "date", value: to })}
    </form>`;
  }

  private page(page: AuditPage): TemplateResult {
    if (page.items.length === 0) return html`<p role="status">${auditText().noEntries}</p>`;
    return html`<ol class="audit-trail">
        ${page.items.map(entryItem)}
      </ol>
      <p role="status" class="count">${auditText().shown(page.items.length, !page.nextCursor)}</p>
      ${formNotice(this.submission.message)} ${page.nextCursor ? this.moreButton(page) : nothing}`;
  }

  private moreButton(page: AuditPage): TemplateResult {
    const { busy } = this.submission;
    return html`<p>
      <button
        type="button"
        class="second"
        ?disabled=${busy}
        @click=${() => this.more(page)}
      >${busy ? commonText().loading : commonText().loadMore}</button>
    </p>`;
  }
}

function entryItem(entry: AuditEntry): TemplateResult {
  const changes = listChanges(entry.before, entry.after);
  return html`<li class="sheet">
    <p><strong>${entry.sentence}</strong></p>
    <p class="quiet">
      <time datetime=${entry.at}>${formatTime(entry.at, { seconds: true })}</time>${isAddressNews(entry) ? ` · ${entry.address}` : nothing}
    </p>
    ${changes.length === 0 ? nothing : html`<dl class="changes">${changes.map(changeItem)}</dl>`}
  </li>`;
}

/** Sentences about sign-ins already have the address. */
function isAddressNews(entry: AuditEntry): boolean {
  return Boolean(entry.address) && !entry.sentence.endsWith(` from ${entry.address}`);
}

function changeItem({ field, before, after }: Change): TemplateResult {
  const format = (value: string) => (field.endsWith("At") ? formatTime(value) : value);
  return html`<div>
    <dt>${fieldLabel(field)}</dt>
    <dd>
      ${before === undefined ? nothing : html`<del><span class="unseen">${auditText().before} </span>${format(before)}</del>`}
      ${before === undefined || after === undefined ? nothing : html`<span aria-hidden="true">→</span>`}
      ${after === undefined ? nothing : html`<ins><span class="unseen">${auditText().after} </span>${format(after)}</ins>`}
    </dd>
  </div>`;
}
