import { html, nothing, type TemplateResult } from "lit";
import { property, state } from "lit/decorators.js";
import { type Action, listHandlers, readAction, writeAction } from "../../data/action.ts";
import type { JsonObject } from "../../data/json.ts";
import { type Log, searchLog } from "../../data/log.ts";
import {
  checkSamples,
  deleteSample,
  listSamples,
  type Preview,
  preview,
  type Sample,
  type SampleResult,
  saveSample,
} from "../../data/preview.ts";
import { ApiError, type Problem, unreachableProblem } from "../../data/problem.ts";
import { ConfigChanged } from "../action/config-form.ts";
import { isObject, type Schema, valueAt } from "../action/schema.ts";
import { showStatus } from "../events.ts";
import { badge } from "../ui/badge.ts";
import { formNotice, textField } from "../ui/field.ts";
import { Loader, whenLoaded } from "../ui/loader.ts";
import { backLink, heading, PortalPage } from "../ui/page.ts";
import { Submission } from "../ui/submission.ts";
import { fieldColors, formatCell, highlight, type TextPiece } from "./highlights.ts";
import { type Preset, presetsOf, usedPreset, withPreset } from "./presets.ts";

const TYPING_PAUSE_MS = 500;
const LOG_MESSAGES = 25;
const MAX_ROWS = 100;

interface WorkbenchData {
  action: Action;
  schema: Schema;
  samples: Sample[];
  logs: Log[];
}

/** For writing patterns against a real message: matches are highlighted while typing. */
export class StormWorkbench extends PortalPage {
  @property({ type: Number }) number = 0;
  @property({ type: Number }) action = 0;
  @state() private config: JsonObject = {};
  @state() private logId: number | null = parseLogId(location.search);
  @state() private text = "";
  @state() private preview: Preview | null = null;
  @state() private problem: Problem | null = null;
  @state() private sampleResults: SampleResult[] = [];
  private isReadable = true;
  private readonly saving = new Submission(this, ["sample"]);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private stop = new AbortController();
  private readonly data = new Loader(this, async (signal): Promise<WorkbenchData> => {
    const [action, handlers, samples, { items }] = await Promise.all([
      readAction(this.number, this.action, signal),
      listHandlers(signal),
      listSamples(this.number, this.action, signal),
      searchLog({ jobId: this.number, limit: LOG_MESSAGES }, signal),
    ]);
    this.config = action.config;
    queueMicrotask(() => void this.updatePreview());
    return {
      action,
      samples,
      logs: items,
      schema: handlers.find((one) => one.actionType === "TextExtract")?.schema ?? {},
    };
  });

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.timer);
    this.stop.abort();
  }

  private updatePreviewSoon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.updatePreview(), TYPING_PAUSE_MS);
  }

  /** Only the newest response counts. */
  private async updatePreview(): Promise<void> {
    this.stop.abort();
    this.stop = new AbortController();
    const { signal } = this.stop;
    if (!this.isReadable || (this.logId === null && this.text === "")) {
      if (this.isReadable) await this.checkSamples(signal);
      return;
    }
    try {
      const seen = await preview(
        this.config,
        this.logId === null ? { text: this.text } : { logId: this.logId },
        signal,
      );
      if (signal.aborted) return;
      [this.preview, this.problem] = [seen, null];
      await this.checkSamples(signal);
    } catch (error) {
      if (signal.aborted) return;
      this.problem = error instanceof ApiError ? error.problem : unreachableProblem(error);
    }
  }

  private async checkSamples(signal: AbortSignal): Promise<void> {
    if ((this.data.value?.samples.length ?? 0) === 0) return;
    const tried = await checkSamples(this.number, this.action, this.config, signal).catch(() => []);
    if (!signal.aborted) this.sampleResults = tried;
  }

  private readonly configured = (event: Event): void => {
    if (!(event instanceof ConfigChanged)) return;
    this.isReadable = event.isReadable;
    this.config = event.config;
    this.updatePreviewSoon();
  };

  private get presets(): Preset[] {
    return presetsOf(this.data.value?.schema ?? {});
  }

  private readonly choosePreset = (event: Event): void => {
    const preset = this.presets.find(({ name }) => name === (event.target as HTMLSelectElement).value);
    if (preset === undefined) return;
    this.config = withPreset(this.config, preset);
    this.updatePreviewSoon();
  };

  private readonly chooseLog = (event: Event): void => {
    const { value } = event.target as HTMLSelectElement;
    this.logId = value === "" ? null : Number(value);
    [this.preview, this.problem] = [null, null];
    history.replaceState(null, "", location.pathname + (this.logId === null ? "" : `?log=${this.logId}`));
    void this.updatePreview();
  };

  private readonly paste = (event: InputEvent): void => {
    this.text = (event.target as HTMLTextAreaElement).value;
    if (this.text === "") this.preview = null;
    this.updatePreviewSoon();
  };

  private save(keepsSample: boolean): void {
    const { value } = this.data;
    const typedName = this.querySelector<HTMLInputElement>('input[name="sample"]')?.value.trim() ?? "";
    if (value === null) return;
    const name = typedName === "" ? unusedSampleName(value.samples) : typedName;
    void this.saving.send(async (signal) => {
      const action = await writeAction(this.number, this.action, { ...value.action, config: this.config }, signal);
      let { samples } = value;
      if (keepsSample) {
        const kept = await saveSample(this.number, this.action, { name, text: this.searchedText }, signal);
        samples = [...samples, kept];
      }
      this.data.set({ ...value, action, samples });
      await this.checkSamples(signal);
      showStatus(
        [
          `“${action.name}” was saved${keepsSample ? `, and “${name}” is kept as a sample` : ""}.`,
          ...(action.warnings ?? []),
        ].join(" "),
      );
    });
  }

  private removeSample(sample: Sample): void {
    void this.saving.send(async (signal) => {
      await deleteSample(this.number, this.action, sample.id, signal);
      const { value } = this.data;
      if (value !== null) this.data.set({ ...value, samples: value.samples.filter(({ id }) => id !== sample.id) });
      this.sampleResults = this.sampleResults.filter(({ id }) => id !== sample.id);
    });
  }

  private get searchedText(): string {
    return this.logId === null ? this.text : (this.preview?.text ?? "");
  }

  protected override render() {
    const listPath = `/portal/watchers/${this.number}/actions`;
    return html`${backLink(listPath, "All actions of this watcher")} ${heading(`Workbench: ${this.data.value?.action.name ?? "…"}`)}
    ${whenLoaded(this.data, (data) => this.bench(data))}`;
  }

  private bench(data: WorkbenchData): TemplateResult {
    return html`<div class="bench">
      <div class="subject">
        <section aria-labelledby="bench-text">
          <h2 id="bench-text">Message</h2>
          ${this.source(data)} ${this.resultSummary()} ${this.highlightedText()}
        </section>
        <section aria-labelledby="bench-records">
          <h2 id="bench-records">Records</h2>
          ${this.records()}
        </section>
      </div>
      <section aria-labelledby="bench-patterns">
        <h2 id="bench-patterns">Patterns</h2>
        ${this.patterns(data)} ${this.isAdmin ? this.saveControls(data) : nothing} ${this.sampleList(data)}
      </section>
    </div>`;
  }

  private source({ logs }: WorkbenchData): TemplateResult {
    const listed = logs.some(({ id }) => id === this.logId) || this.logId === null ? [] : [this.logId];
    return html`<div class="field">
        <label for="bench-log">Take it from the log</label>
        <select id="bench-log" @change=${this.chooseLog}>
          <option value="" ?selected=${this.logId === null}>Paste a text instead</option>
          ${listed.map((id) => html`<option value=${id} selected>Message ${id}</option>`)}
          ${logs.map(({ id, subject, status }) => html`<option value=${id} ?selected=${id === this.logId}>${status}: ${subject ?? "(not fetched yet)"} (${id})</option>`)}
        </select>
      </div>
      ${
        this.logId === null
          ? html`<div class="field">
            <label for="bench-paste">Text of the message</label>
            <textarea id="bench-paste" class="mono" rows="6" spellcheck="false" .value=${this.text} @input=${this.paste}></textarea>
          </div>`
          : html`<p><a href="/portal/log/${this.logId}">Go to message ${this.logId}</a></p>`
      }`;
  }

  private resultSummary(): TemplateResult {
    const { preview, problem } = this;
    return html`<div role="status" class="verdict">${problem === null ? html`<p>${this.outcome()}</p>` : html`<p class="reason bad">${Object.values(problem.fields)[0] ?? problem.message}</p>`}
      ${(preview?.warnings ?? []).map((warning) => html`<p>${badge("busy", "Probably not meant so")} ${warning.replace(/^config\./, "")}</p>`)}
    </div>`;
  }

  private outcome(): TemplateResult {
    const { preview } = this;
    if (preview === null) return html`<span class="quiet">Choose or paste a message.</span>`;
    if (preview.error) return html`${badge("bad", "Would fail")} ${preview.error}`;
    const { count, misses } = preview;
    const missing =
      misses.length === 0 ? "" : `, ${misses.length} ${misses.length === 1 ? "field" : "fields"} not found`;
    return html`${badge("good", "Works")} ${count} ${count === 1 ? "record" : "records"}${missing}.`;
  }

  private highlightedText(): TemplateResult | typeof nothing {
    const { preview } = this;
    if (preview === null) return nothing;
    const numbers = fieldColors(this.fields);
    return html`<div class="marked" tabindex="0" role="region" aria-label="The text with what was found">${highlight(this.searchedText, preview.spans, preview.scopes).map((piece) => pieceElement(piece, numbers))}</div>
      <ul class="legend" aria-label="Fields">
        ${[...numbers].map(([field, number]) => html`<li><mark class="field-${number}">${field}</mark></li>`)}
      </ul>`;
  }

  private get fields(): string[] {
    const fields = valueAt(this.config, "Fields");
    return isObject(fields) ? Object.keys(fields) : [];
  }

  private patterns({ schema }: WorkbenchData): TemplateResult {
    const chosen = usedPreset(this.config, this.presets)?.name ?? "";
    return html`<div class="sheet wide">
      <div class="field">
        <label for="bench-preset">A record is</label>
        <select id="bench-preset" ?disabled=${!this.isAdmin} @change=${this.choosePreset}>
          <option value="" ?selected=${chosen === ""}>As the patterns say</option>
          ${this.presets.map(({ name }) => html`<option value=${name} ?selected=${name === chosen}>${name}</option>`)}
        </select>
      </div>
      <storm-config-form .schema=${schema} .config=${this.config} .errors=${this.errors} @storm-config=${this.configured}></storm-config-form>
    </div>`;
  }

  private get errors(): Record<string, string> {
    const errors = Object.entries(this.problem?.fields ?? {});
    return Object.fromEntries(
      errors
        .filter(([path]) => path.startsWith("config."))
        .map(([path, message]) => [path.slice("config.".length), message]),
    );
  }

  private saveControls({ samples }: WorkbenchData): TemplateResult {
    const differing = this.sampleResults.filter(
      ({ difference }) => difference !== null && difference !== undefined,
    ).length;
    const although =
      differing === 0
        ? ""
        : ` although ${differing} of ${samples.length} ${samples.length === 1 ? "sample" : "samples"} ${differing === 1 ? "differs" : "differ"}`;
    return html`<div class="sheet wide">
      ${formNotice(this.saving.message)}
      <div class="buttons"><button type="button" ?disabled=${this.saving.busy} @click=${() => this.save(false)}>${this.saving.busy ? "Saving …" : `Save${although}`}</button></div>
      ${textField({ name: "sample", label: "Name of the sample", hint: "Optional. A kept text is searched again at every later save, and you are told when the records differ. It is stored as it is.", error: this.saving.error("sample") })}
      <div class="buttons"><button type="button" class="second" ?disabled=${this.saving.busy || this.searchedText === ""} @click=${() => this.save(true)}>Save and keep this text as a sample</button></div>
    </div>`;
  }

  private sampleList({ samples }: WorkbenchData): TemplateResult | typeof nothing {
    if (samples.length === 0) return nothing;
    return html`<h3>Samples</h3>
      <ul class="findings">
        ${samples.map((sample) => {
          const found = this.sampleResults.find(({ id }) => id === sample.id);
          const difference = found?.difference ?? null;
          const state =
            found === undefined
              ? badge("idle", "Not tried")
              : difference === null
                ? badge("good", "Same records")
                : badge("bad", "Differs");
          return html`<li>
            ${state} <span><strong>${sample.name}</strong> ${difference ?? ""}</span>
            ${this.isAdmin ? html`<button type="button" class="danger plain small" @click=${() => this.removeSample(sample)}>Remove<span class="unseen"> ${sample.name}</span></button>` : nothing}
          </li>`;
        })}
      </ul>`;
  }

  private records(): TemplateResult {
    const { preview, fields } = this;
    if (preview === null || preview.items.length === 0) return html`<p class="quiet">No record yet.</p>`;
    const missed = new Set(preview.misses.map(({ record, field }) => `${record} ${field}`));
    const items = preview.items.slice(0, MAX_ROWS);
    return html`<div class="scroll" tabindex="0" role="region" aria-label="Table of records">
        <table class="plain" role="table">
          <caption class="unseen">Records that were found</caption>
          <thead role="rowgroup">
            <tr role="row"><th role="columnheader" scope="col">Record</th>${fields.map((field) => html`<th role="columnheader" scope="col">${field}</th>`)}</tr>
          </thead>
          <tbody role="rowgroup">
            ${items.map(
              (item, record) => html`<tr role="row">
                <th role="rowheader" scope="row" data-label="Record">${record}</th>
                ${fields.map((field) => html`<td role="cell" data-label=${field} class="mono">${missed.has(`${record} ${field}`) ? html`<span class="reason bad">not found</span>` : formatCell(item[field])}</td>`)}
              </tr>`,
            )}
          </tbody>
        </table>
      </div>
      ${preview.count > items.length ? html`<p class="quiet">The first ${items.length} of ${preview.count} are shown.</p>` : nothing}`;
  }
}

function unusedSampleName(samples: readonly Sample[]): string {
  let number = samples.length + 1;
  while (samples.some(({ name }) => name === `Sample ${number}`)) number += 1;
  return `Sample ${number}`;
}

function pieceElement({ text, field, record }: TextPiece, numbers: Map<string, number>): TemplateResult {
  if (field !== null)
    return html`<mark class="field-${numbers.get(field) ?? 0}" title="${field}, record ${record ?? ""}">${text}</mark>`;
  return record === null
    ? html`${text}`
    : html`<span class=${record % 2 === 0 ? "scope even" : "scope odd"}>${text}</span>`;
}

function parseLogId(search: string): number | null {
  const given = new URLSearchParams(search).get("log") ?? "";
  return /^[1-9]\d{0,15}$/.test(given) ? Number(given) : null;
}
