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
  previewExtraction,
  type Sample,
  type SampleResult,
  saveSample,
} from "../../data/preview.ts";
import { ApiError, type Problem, unreachableProblem } from "../../data/problem.ts";
import { ConfigChanged } from "../action/config-form.ts";
import { isObject, type Schema, valueAt } from "../action/schema.ts";
import { showStatus } from "../events.ts";
import { formNotice, textField } from "../ui/field.ts";
import { Loader, whenLoaded } from "../ui/loader.ts";
import { backLink, heading, PortalPage } from "../ui/page.ts";
import { Submission } from "../ui/submission.ts";
import { type Preset, presetsOf, usedPreset, withPreset } from "./presets.ts";
import { highlightedText, previewSummary, recordTable, sampleList } from "./preview-view.ts";

const TYPING_PAUSE_MS = 500;
const LOG_MESSAGES = 25;

interface WorkbenchData {
  action: Action;
  schema: Schema;
  samples: Sample[];
  logs: Log[];
}

/** An editor for extraction patterns: matches in a real message are highlighted while typing. */
export class StormWorkbench extends PortalPage {
  @property({ type: Number }) number = 0;
  @property({ type: Number }) action = 0;
  @state() private config: JsonObject = {};
  @state() private logId: number | null = parseLogId(location.search);
  @state() private text = "";
  @state() private preview: Preview | null = null;
  @state() private problem: Problem | null = null;
  @state() private sampleResults: SampleResult[] = [];
  private isConfigValid = true;
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
      schema: handlers.find((handler) => handler.actionType === "TextExtract")?.schema ?? {},
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
    if (!this.isConfigValid || (this.logId === null && this.text === "")) {
      if (this.isConfigValid) await this.checkSamples(signal);
      return;
    }
    try {
      const found = await previewExtraction(
        this.config,
        this.logId === null ? { text: this.text } : { logId: this.logId },
        signal,
      );
      if (signal.aborted) return;
      [this.preview, this.problem] = [found, null];
      await this.checkSamples(signal);
    } catch (error) {
      if (signal.aborted) return;
      this.problem = error instanceof ApiError ? error.problem : unreachableProblem(error);
    }
  }

  private async checkSamples(signal: AbortSignal): Promise<void> {
    if ((this.data.value?.samples.length ?? 0) === 0) return;
    const results = await checkSamples(this.number, this.action, this.config, signal).catch(() => []);
    if (!signal.aborted) this.sampleResults = results;
  }

  private readonly configured = (event: Event): void => {
    if (!(event instanceof ConfigChanged)) return;
    this.isConfigValid = event.isValid;
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

  private save(withSample: boolean): void {
    const { value } = this.data;
    const typedName = this.querySelector<HTMLInputElement>('input[name="sample"]')?.value.trim() ?? "";
    if (value === null) return;
    const name = typedName === "" ? unusedSampleName(value.samples) : typedName;
    void this.saving.send(async (signal) => {
      const action = await writeAction(this.number, this.action, { ...value.action, config: this.config }, signal);
      let { samples } = value;
      if (withSample) {
        const sample = await saveSample(this.number, this.action, { name, text: this.searchedText }, signal);
        samples = [...samples, sample];
      }
      this.data.set({ ...value, action, samples });
      await this.checkSamples(signal);
      showStatus(
        [
          `“${action.name}” was saved${withSample ? `, with “${name}” as a sample` : ""}.`,
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
    return html`${backLink(listPath, "All actions")} ${heading(`Workbench: ${this.data.value?.action.name ?? "…"}`)}
    ${whenLoaded(this.data, (data) => this.workbench(data))}`;
  }

  private workbench(data: WorkbenchData): TemplateResult {
    const { preview, problem, fields } = this;
    return html`<div class="workbench">
      <div class="workbench-message">
        <section aria-labelledby="workbench-text">
          <h2 id="workbench-text">Message</h2>
          ${this.source(data)} ${previewSummary(preview, problem)} ${preview === null ? nothing : highlightedText(this.searchedText, preview, fields)}
        </section>
        <section aria-labelledby="workbench-records">
          <h2 id="workbench-records">Records</h2>
          ${recordTable(preview, fields)}
        </section>
      </div>
      <section aria-labelledby="workbench-patterns">
        <h2 id="workbench-patterns">Patterns</h2>
        ${this.patterns(data)} ${this.isAdmin ? this.saveControls(data) : nothing} ${sampleList(data.samples, this.sampleResults, this.isAdmin ? (sample) => this.removeSample(sample) : null)}
      </section>
    </div>`;
  }

  private source({ logs }: WorkbenchData): TemplateResult {
    const listed = logs.some(({ id }) => id === this.logId) || this.logId === null ? [] : [this.logId];
    return html`<div class="field">
        <label for="workbench-log">Message from the log</label>
        <select id="workbench-log" @change=${this.chooseLog}>
          <option value="" ?selected=${this.logId === null}>Paste text instead</option>
          ${listed.map((id) => html`<option value=${id} selected>Message ${id}</option>`)}
          ${logs.map(({ id, subject, status }) => html`<option value=${id} ?selected=${id === this.logId}>${status}: ${subject ?? "(not fetched yet)"} (${id})</option>`)}
        </select>
      </div>
      ${
        this.logId === null
          ? html`<div class="field">
            <label for="workbench-paste">Message text</label>
            <textarea
              id="workbench-paste"
              class="mono"
              rows="6"
              spellcheck="false"
              .value=${this.text}
              @input=${this.paste}
            ></textarea>
          </div>`
          : html`<p><a href="/portal/log/${this.logId}">Go to message ${this.logId}</a></p>`
      }`;
  }

  private get fields(): string[] {
    const fields = valueAt(this.config, "Fields");
    return isObject(fields) ? Object.keys(fields) : [];
  }

  private patterns({ schema }: WorkbenchData): TemplateResult {
    const selected = usedPreset(this.config, this.presets)?.name ?? "";
    return html`<div class="sheet wide">
      <div class="field">
        <label for="workbench-preset">Record layout</label>
        <select id="workbench-preset" ?disabled=${!this.isAdmin} @change=${this.choosePreset}>
          <option value="" ?selected=${selected === ""}>Custom patterns</option>
          ${this.presets.map(({ name }) => html`<option value=${name} ?selected=${name === selected}>${name}</option>`)}
        </select>
      </div>
      <storm-config-form
        .schema=${schema}
        .config=${this.config}
        .errors=${this.errors}
        .watcher=${this.number}
        .action=${this.action}
        @storm-config=${this.configured}
      ></storm-config-form>
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
    const suffix =
      differing === 0
        ? ""
        : ` anyway (${differing} of ${samples.length} ${samples.length === 1 ? "sample" : "samples"} ${differing === 1 ? "differs" : "differ"})`;
    return html`<div class="sheet wide">
      ${formNotice(this.saving.message)}
      <div class="buttons"><button
        type="button"
        ?disabled=${this.saving.busy}
        @click=${() => this.save(false)}
      >${this.saving.busy ? "Saving…" : `Save${suffix}`}</button></div>
      ${textField({
        name: "sample",
        label: "Sample name",
        hint: "Optional. Samples are checked at every save, and you see a warning if their records change. The text is stored as is.",
        error: this.saving.error("sample"),
      })}
      <div class="buttons"><button
        type="button"
        class="second"
        ?disabled=${this.saving.busy || this.searchedText === ""}
        @click=${() => this.save(true)}
      >Save with this text as a sample</button></div>
    </div>`;
  }
}

function unusedSampleName(samples: readonly Sample[]): string {
  let number = samples.length + 1;
  while (samples.some(({ name }) => name === `Sample ${number}`)) number += 1;
  return `Sample ${number}`;
}

function parseLogId(search: string): number | null {
  const logId = new URLSearchParams(search).get("log") ?? "";
  return /^[1-9]\d{0,15}$/.test(logId) ? Number(logId) : null;
}
