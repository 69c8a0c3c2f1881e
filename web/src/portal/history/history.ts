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
import { Loader, whenLoaded } from "../ui/loader.ts";
import { Submission } from "../ui/submission.ts";
import { historyText } from "./text.ts";
import { valueText } from "./value-text.ts";

const REFRESH_MS = 10_000;

/** Two versions, and what is different between them. */
interface Comparison {
  older: string;
  newer: string;
  changes: FieldChange[];
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

  private showDifference(older: string, newer: string): Promise<void> {
    return this.submission.send(async (signal) => {
      const { changes } = await compareRevisions(newer, older, signal);
      this.comparison = { older, newer, changes };
    });
  }

  private readonly restore = (): void => {
    const { chosen } = this;
    if (chosen === null) return;
    void this.submission
      .send(async (signal) => {
        await restoreRevision(chosen.id, signal);
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
          ${all.map((revision, index) => this.row(revision, index === 0))}
        </tbody>
      </table>
      ${
        this.hasMore
          ? html`<p><button type="button" class="second" ?disabled=${this.submission.busy} @click=${this.loadOlder}>${historyText().loadOlder}</button></p>`
          : nothing
      }
      ${all.length > 1 ? this.comparing(all) : nothing}`;
  }

  private row(revision: Revision, isCurrent: boolean): TemplateResult {
    const time = formatTime(revision.at, { seconds: true });
    return html`<tr role="row">
      <th role="rowheader" scope="row">${time}</th>
      <td role="cell" data-label=${historyText().author}>${revision.author}</td>
      <td role="cell" data-label=${historyText().changes}>${changesOf(revision)}</td>
      <td role="cell">
        ${
          isCurrent || revision.isDeletion
            ? nothing
            : html`<button type="button" class="plain" ?disabled=${this.submission.busy} @click=${() => void this.confirmRestore(revision)}>
                ${historyText().restore}<span class="unseen"> ${historyText().restoreOf(time)}</span>
              </button>`
        }
      </td>
    </tr>`;
  }

  private comparing(all: Revision[]): TemplateResult {
    const options = all.map(({ id, at, author }) => [id, `${formatTime(at, { seconds: true })}, ${author}`] as const);
    const older = this.comparison?.older ?? all[1]?.id ?? "";
    const newer = this.comparison?.newer ?? all[0]?.id ?? "";
    return html`<h3 id="compare">${historyText().compare}</h3>
      <form class="filters" aria-labelledby="compare" @change=${this.compare} @submit=${(event: Event) => event.preventDefault()}>
        ${selectField({ name: "older", label: historyText().older, value: older, options })}
        ${selectField({ name: "newer", label: historyText().newer, value: newer, options })}
      </form>
      <div role="status">${differences(this.comparison?.changes ?? all[0]?.changes ?? [])}</div>`;
  }
}

/** What was changed, by the names of its fields. */
function changesOf({ isDeletion, changes }: Revision): TemplateResult {
  if (isDeletion) return html`${historyText().deleted}`;
  if (changes.length === 0) return html`${historyText().firstVersion}`;
  const shown = changes.slice(0, 3).map(({ path }) => path);
  const rest = changes.length > shown.length ? ` … (${historyText().changeCount(changes.length)})` : "";
  return html`${shown.join(", ")}${rest}`;
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
