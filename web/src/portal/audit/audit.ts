import { html, nothing, type TemplateResult } from "lit";
import { type AuditEntry, type AuditPage, readAudit } from "../../data/audit.ts";
import { formatTime } from "../time.ts";
import { formNotice } from "../ui/field.ts";
import { Loader, whenLoaded } from "../ui/loader.ts";
import { heading, PortalPage } from "../ui/page.ts";
import { Submission } from "../ui/submission.ts";
import { type Change, listChanges } from "./difference.ts";
import { fieldLabel } from "./field-label.ts";

export class StormAudit extends PortalPage {
  private readonly trail = new Loader(this, (signal) => readAudit(null, signal));
  private readonly submission = new Submission(this);

  private more(page: AuditPage): void {
    void this.submission.send(async (signal) => {
      const next = await readAudit(page.nextCursor ?? null, signal);
      this.trail.set({ ...next, items: [...page.items, ...next.items] });
    });
  }

  protected override render() {
    return html`${heading("Audit trail")}
      <p>All changes by users and commands, newest first.</p>
      ${whenLoaded(this.trail, (page) => this.page(page))}`;
  }

  private page(page: AuditPage): TemplateResult {
    if (page.items.length === 0) return html`<p>No changes yet.</p>`;
    return html`<ol class="audit-trail">
        ${page.items.map(entryItem)}
      </ol>
      <p role="status" class="count">${page.items.length} ${page.items.length === 1 ? "entry" : "entries"} shown${page.nextCursor ? "" : ". End of the audit trail."}</p>
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
      >${busy ? "Loading…" : "Load more"}</button>
    </p>`;
  }
}

function entryItem(entry: AuditEntry): TemplateResult {
  const changes = listChanges(entry.before, entry.after);
  return html`<li class="sheet">
    <p><strong>${entry.sentence}</strong></p>
    <p class="quiet"><time datetime=${entry.at}>${formatTime(entry.at, { seconds: true })}</time></p>
    ${changes.length === 0 ? nothing : html`<dl class="changes">${changes.map(changeItem)}</dl>`}
  </li>`;
}

function changeItem({ field, before, after }: Change): TemplateResult {
  const format = (value: string) => (field.endsWith("At") ? formatTime(value) : value);
  return html`<div>
    <dt>${fieldLabel(field)}</dt>
    <dd>
      ${before === undefined ? nothing : html`<del><span class="unseen">before: </span>${format(before)}</del>`}
      ${before === undefined || after === undefined ? nothing : html`<span aria-hidden="true">→</span>`}
      ${after === undefined ? nothing : html`<ins><span class="unseen">after: </span>${format(after)}</ins>`}
    </dd>
  </div>`;
}
