import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { property, state } from "lit/decorators.js";
import {
  compareRevisions,
  type FieldChange,
  listRevisions,
  REVISION_PAGE,
  type Revision,
  type RevisionKind,
  restoreRevision,
} from "../../data/revision.ts";
import { showStatus } from "../events.ts";
import { formatTime } from "../time.ts";
import type { StormConfirm } from "../ui/confirm.ts";
import { formNotice, selectField } from "../ui/field.ts";
import { IntervalController } from "../ui/interval.ts";
import { LatestRequest } from "../ui/latest-request.ts";
import { Loader, whenLoaded } from "../ui/loader.ts";
import { Submission } from "../ui/submission.ts";
import { commonText } from "../ui/text.ts";
import { authorText, changesText } from "./revision-text.ts";
import { historyText } from "./text.ts";
import { valueText } from "./value-text.ts";

const REFRESH_MS = 10_000;

/** Two versions, and what is different between them. */
interface Comparison {
  older: string;
  newer: string;
  /** Null while it is loading, and after it failed. */
  changes: FieldChange[] | null;
  error: string | null;
}

/** The versions of a watcher, a policy or an event sink. Dispatches `storm-restored` after one was restored. */
export class StormHistory extends LitElement {
  @property() kind: RevisionKind = "watcher";
  @property({ type: Number }) number = 0;
  @state() private comparison: Comparison | null = null;
  @state() private chosen: Revision | null = null;
  @state() private hasMore = false;
  private readonly revisions = new Loader(this, (signal) => this.load(signal));
  private readonly submission = new Submission(this);
  /** A choice does not wait for the comparison of the one before. */
  private readonly comparing = new LatestRequest(this);

  constructor() {
    super();
    new IntervalController(this, REFRESH_MS, () => void this.refresh());
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has("number") && changed.get("number") !== undefined && changed.get("number") !== 0)
      void this.revisions.reload();
  }

  private async load(signal: AbortSignal, before?: string): Promise<Revision[]> {
    const page = await listRevisions(this.kind, this.number, before, signal);
    // A refresh of the newest page says nothing about the end of the list.
    if (before !== undefined || this.revisions.value === null) this.hasMore = page.length === REVISION_PAGE;
    return page;
  }

  /** Older pages that are loaded stay. */
  private async refresh(): Promise<void> {
    if (this.submission.busy) return;
    await this.revisions.refresh((before, newest) => {
      const known = new Set(newest.map(({ id }) => id));
      return [...newest, ...before.filter(({ id }) => !known.has(id))];
    });
  }

  private readonly loadOlder = (): void => {
    const loaded = this.revisions.value ?? [];
    void this.submission.send(async (signal) => {
      this.revisions.set([...loaded, ...(await this.load(signal, loaded.at(-1)?.id))]);
    });
  };

  private readonly compare = (event: Event): void => {
    const data = new FormData(event.currentTarget as HTMLFormElement);
    void this.showDifference(String(data.get("older")), String(data.get("newer")));
  };

  private async showDifference(older: string, newer: string): Promise<void> {
    const comparison: Comparison = { older, newer, changes: null, error: null };
    this.comparison = comparison;
    await this.comparing.run(
      (signal) => compareRevisions(newer, older, signal),
      ({ changes }) => (this.comparison = { ...comparison, changes }),
      ({ message }) => (this.comparison = { ...comparison, error: message }),
    );
  }

  private async compareWithCurrent(revision: Revision, current: Revision): Promise<void> {
    await this.showDifference(revision.id, current.id);
    await this.updateComplete;
    this.querySelector("#compare")?.scrollIntoView({ block: "nearest" });
  }

  private readonly restore = (): void => {
    const { chosen } = this;
    if (chosen === null) return;
    void this.submission
      .send(async (signal) => {
        await restoreRevision(chosen.id, signal);
        this.comparing.abort();
        this.comparison = null;
        showStatus(historyText().restored(formatTime(chosen.at, { seconds: true })));
        this.dispatchEvent(new Event("storm-restored"));
      })
      .then(() => this.refresh());
  };

  private async confirmRestore(revision: Revision): Promise<void> {
    this.chosen = revision;
    await this.updateComplete;
    this.querySelector<StormConfirm>("storm-confirm")?.open();
  }

  protected override render() {
    const time = this.chosen === null ? "" : formatTime(this.chosen.at, { seconds: true });
    return html`<section aria-labelledby="history">
      <h2 id="history">${historyText().history}</h2>
      <p class="hint">${historyText().hint}</p>
      ${formNotice(this.submission.message)} ${whenLoaded(this.revisions, (all) => this.list(all))}
      <storm-confirm
        .question=${historyText().restoreQuestion(time)}
        .detail=${historyText().restoreDetail}
        button-label=${historyText().restore}
        @storm-confirmed=${this.restore}
      ></storm-confirm>
    </section>`;
  }

  private list(all: Revision[]): TemplateResult {
    return html`<table role="table">
        <caption class="unseen">${historyText().caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">${historyText().time}</th>
            <th role="columnheader" scope="col">${historyText().author}</th>
            <th role="columnheader" scope="col">${historyText().changes}</th>
            <th role="columnheader" scope="col"><span class="unseen">${historyText().restore}</span></th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          ${all.map((revision, index) => this.row(revision, all[0], !this.hasMore && index === all.length - 1))}
        </tbody>
      </table>
      ${
        this.hasMore
          ? html`<p><button type="button" class="second" ?disabled=${this.submission.busy} @click=${this.loadOlder}>${historyText().loadOlder}</button></p>`
          : nothing
      }
      ${all.length > 1 ? this.comparisonForm(all) : nothing}`;
  }

  private row(revision: Revision, current: Revision | undefined, isFirst: boolean): TemplateResult {
    const time = formatTime(revision.at, { seconds: true });
    return html`<tr role="row">
      <th role="rowheader" scope="row"><time datetime=${revision.at}>${time}</time></th>
      <td role="cell" data-label=${historyText().author}>${authorText(revision)}</td>
      <td role="cell" data-label=${historyText().changes}>${changesText(revision, isFirst)}</td>
      <td role="cell">
        ${
          current === undefined || revision.id === current.id
            ? historyText().current
            : this.rowButtons(revision, current, time)
        }
      </td>
    </tr>`;
  }

  private rowButtons(revision: Revision, current: Revision, time: string): TemplateResult {
    const text = historyText();
    return html`<button type="button" class="plain" @click=${() => void this.compareWithCurrent(revision, current)}>
        ${text.compareWithCurrent}<span class="unseen"> ${text.versionOf(time)}</span>
      </button>
      ${
        revision.isDeletion
          ? nothing
          : html`<button type="button" class="plain" ?disabled=${this.submission.busy} @click=${() => void this.confirmRestore(revision)}>
              ${text.restore}<span class="unseen"> ${text.versionOf(time)}</span>
            </button>`
      }`;
  }

  private comparisonForm(all: Revision[]): TemplateResult {
    const options = all.map((one) => [one.id, `${formatTime(one.at, { seconds: true })}, ${authorText(one)}`] as const);
    const older = this.comparison?.older ?? all[1]?.id ?? "";
    const newer = this.comparison?.newer ?? all[0]?.id ?? "";
    return html`<h3 id="compare">${historyText().compare}</h3>
      <form class="filters" aria-labelledby="compare" @change=${this.compare} @submit=${(event: Event) => event.preventDefault()}>
        ${selectField({ name: "older", label: historyText().older, value: older, options })}
        ${selectField({ name: "newer", label: historyText().newer, value: newer, options })}
      </form>
      <div role="status">${this.comparisonResult(all)}</div>`;
  }

  /** Before anything is chosen: the last change. */
  private comparisonResult(all: Revision[]): TemplateResult {
    const { comparison } = this;
    if (comparison === null) return differences(all[0]?.changes ?? []);
    if (comparison.error !== null) return html`<p class="notice bad">${comparison.error}</p>`;
    if (comparison.changes === null) return html`<p class="quiet">${commonText().loading}</p>`;
    return differences(comparison.changes);
  }
}

function differences(changes: FieldChange[]): TemplateResult {
  if (changes.length === 0) return html`<p class="quiet">${historyText().same}</p>`;
  const value = (one: unknown) => {
    const text = valueText(one);
    return text === null
      ? html`<span class="quiet">${historyText().empty}</span>`
      : html`<pre class="value">${text}</pre>`;
  };
  return html`<table role="table">
    <caption class="unseen">${historyText().differences}</caption>
    <thead role="rowgroup">
      <tr role="row">
        <th role="columnheader" scope="col">${historyText().field}</th>
        <th role="columnheader" scope="col">${historyText().before}</th>
        <th role="columnheader" scope="col">${historyText().after}</th>
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${changes.map(
        ({ path, before, after }) => html`<tr role="row">
          <th role="rowheader" scope="row"><code>${path}</code></th>
          <td role="cell" data-label=${historyText().before}>${value(before)}</td>
          <td role="cell" data-label=${historyText().after}>${value(after)}</td>
        </tr>`,
      )}
    </tbody>
  </table>`;
}
