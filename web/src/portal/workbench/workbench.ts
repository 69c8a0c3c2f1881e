import { html, type TemplateResult } from "lit";
import { property, state } from "lit/decorators.js";
import { type Action, listHandlers, readAction } from "../../data/action.ts";
import type { JsonObject } from "../../data/json.ts";
import { type Log, searchLog } from "../../data/log.ts";
import { checkSamples, listSamples, previewExtraction, type Sample, type SampleResult } from "../../data/preview.ts";
import type { Problem } from "../../data/problem.ts";
import type { TextSource } from "../../data/suggest.ts";
import { ConfigChanged } from "../action/config-form.ts";
import { type Schema, valueAt } from "../action/schema.ts";
import type { PathExample } from "../action/suggestions.ts";
import { actionText } from "../action/text.ts";
import { LatestRequest } from "../ui/latest-request.ts";
import { Loader, whenLoaded } from "../ui/loader.ts";
import { backLink, heading, PortalPage } from "../ui/page.ts";
import { fieldNames, withoutEmptyFields } from "./fields.ts";
import { searchesTagsAsText } from "./layout-choices.ts";
import { layoutHold } from "./layout-hold.ts";
import { readMessageFile } from "./message-file.ts";
import { messageSource } from "./message-source.ts";
import { previewSummary, recordTable } from "./preview-view.ts";
import type { Previewed } from "./previewed.ts";
import type { CurrentRecords } from "./record-proposals.ts";
import { WorkbenchSaved } from "./saving.ts";
import { workbenchText } from "./text.ts";

const TYPING_PAUSE_MS = 500;
const LOG_MESSAGES = 25;

interface WorkbenchData {
  action: Action;
  schema: Schema;
  samples: Sample[];
  logs: Log[];
}

/** An editor for extraction patterns, by pointing at values in a real message or by typing patterns. */
export class StormWorkbench extends PortalPage {
  @property({ type: Number }) number = 0;
  @property({ type: Number }) action = 0;
  @state() private config: JsonObject = {};
  @state() private logId: number | null = parseLogId(location.search);
  @state() private text = "";
  @state() private fileError: string | null = null;
  /** The message, once typing has paused. */
  @state() private source: TextSource | null = null;
  @state() private previewed: Previewed | null = null;
  @state() private problem: Problem | null = null;
  @state() private sampleResults: SampleResult[] = [];
  /** From the change to the response: the positions that are shown may be those of older patterns. */
  @state() private isPreviewing = false;
  private isConfigValid = true;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly previewRequest = new LatestRequest(this);
  private readonly sampleRequest = new LatestRequest(this);
  private readonly data = new Loader(this, async (signal): Promise<WorkbenchData> => {
    const [action, handlers, samples, { items }] = await Promise.all([
      readAction(this.number, this.action, signal),
      listHandlers(signal),
      listSamples(this.number, this.action, signal),
      searchLog({ jobId: this.number, limit: LOG_MESSAGES }, signal),
    ]);
    this.config = action.config;
    queueMicrotask(() => this.useSource());
    return {
      action,
      samples,
      logs: items,
      schema: handlers.find((handler) => handler.actionType === "TextExtract")?.schema ?? {},
    };
  });

  protected override async scheduleUpdate(): Promise<void> {
    await layoutHold.ended;
    await super.scheduleUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  /** Takes the message that was chosen, typed or opened, and searches it. */
  private useSource(): void {
    if (this.logId !== null) this.source = { logId: this.logId };
    else this.source = this.text === "" ? null : { text: this.text };
    if (this.source === null) [this.previewed, this.problem] = [null, null];
    this.updatePreview();
  }

  private afterPause(run: () => void): void {
    clearTimeout(this.timer);
    this.isPreviewing = true;
    this.timer = setTimeout(run, TYPING_PAUSE_MS);
  }

  private updatePreview(): void {
    this.previewRequest.abort();
    this.sampleRequest.abort();
    const { source, config } = this;
    this.isPreviewing = this.isConfigValid && source !== null;
    if (!this.isConfigValid) return;
    if (source === null) {
      this.checkSamples();
      return;
    }
    void this.previewRequest.run(
      (signal) => previewExtraction(withoutEmptyFields(config), source, signal),
      (preview) => {
        const text = "text" in source ? source.text : (preview.text ?? "");
        [this.previewed, this.problem, this.isPreviewing] = [{ config, source, text, preview }, null, false];
        this.checkSamples();
      },
      (problem) => ([this.problem, this.isPreviewing] = [problem, false]),
    );
  }

  private checkSamples(): void {
    if ((this.data.value?.samples.length ?? 0) === 0) return;
    void this.sampleRequest.run(
      (signal) => checkSamples(this.number, this.action, this.config, signal),
      (results) => (this.sampleResults = results),
      () => (this.sampleResults = []),
    );
  }

  /** From the form while typing. */
  private readonly configTyped = (event: Event): void => {
    if (!(event instanceof ConfigChanged)) return;
    this.isConfigValid = event.isValid;
    this.config = event.config;
    this.afterPause(() => this.updatePreview());
  };

  /** From a choice of the user, which shows its effect at once. */
  private readonly configChosen = (event: Event): void => {
    if (!(event instanceof ConfigChanged)) return;
    clearTimeout(this.timer);
    this.isConfigValid = true;
    this.config = event.config;
    this.updatePreview();
  };

  private readonly chooseLog = (id: number | null): void => {
    this.logId = id;
    [this.previewed, this.problem] = [null, null];
    history.replaceState(null, "", location.pathname + (id === null ? "" : `?log=${id}`));
    this.useSource();
  };

  private readonly typeText = (text: string): void => {
    [this.text, this.fileError] = [text, null];
    this.afterPause(() => this.useSource());
  };

  private readonly openFile = async (file: File): Promise<void> => {
    const opened = await readMessageFile(file);
    this.fileError = "error" in opened ? opened.error : null;
    if ("error" in opened) return;
    this.text = opened.text;
    this.useSource();
  };

  private readonly saved = (event: Event): void => {
    const { value } = this.data;
    if (!(event instanceof WorkbenchSaved) || value === null) return;
    this.data.set({ ...value, action: event.action, samples: event.samples });
    this.checkSamples();
  };

  private get currentRecords(): CurrentRecords | null {
    if (this.previewed === null) return null;
    const { text, preview } = this.previewed;
    const first = preview.scopes[0];
    return {
      count: preview.count,
      unread: preview.unread.length,
      isFailing: Boolean(preview.error),
      sample: first === undefined ? null : text.slice(first.start, first.end),
    };
  }

  private get example(): PathExample | null {
    const path = this.previewed === null ? undefined : valueAt(this.previewed.config, "Op.Source");
    return this.previewed === null || typeof path !== "string" ? null : { path, example: this.previewed.text };
  }

  /** The errors of the config, by path within the config. */
  private get errors(): Record<string, string> {
    const errors = Object.entries(this.problem?.fields ?? {});
    return Object.fromEntries(
      errors
        .filter(([path]) => path.startsWith("config."))
        .map(([path, message]) => [path.slice("config.".length), message]),
    );
  }

  protected override render() {
    const listPath = `/portal/watchers/${this.number}/actions`;
    return html`${backLink(listPath, actionText().allActions)} ${heading(workbenchText().heading(this.data.value?.action.name ?? "…"))}
    ${whenLoaded(this.data, (data) => this.workbench(data))}`;
  }

  /** In the order of the work: message, records, values, patterns. */
  private workbench(data: WorkbenchData): TemplateResult {
    return html`<div class="workbench">
      <section aria-labelledby="workbench-message">
        <h2 id="workbench-message">${workbenchText().message}</h2>
        ${messageSource({
          logs: data.logs,
          logId: this.logId,
          text: this.text,
          fileError: this.fileError,
          hasTags: searchesTagsAsText(this.config, this.text),
          chooseLog: this.chooseLog,
          type: this.typeText,
          openFile: (file) => void this.openFile(file),
        })}
      </section>
      <section aria-labelledby="workbench-separate">
        <h2 id="workbench-separate">${workbenchText().howSeparated}</h2>
        <storm-record-proposals
          .source=${this.source}
          .config=${this.config}
          .schema=${data.schema}
          .current=${this.currentRecords}
          @storm-config=${this.configChosen}
        ></storm-record-proposals>
        <storm-ready-format .config=${this.config} @storm-config=${this.configChosen}></storm-ready-format>
      </section>
      ${this.values()} ${this.patterns(data)}
    </div>`;
  }

  private values(): TemplateResult {
    const { previewed, problem } = this;
    const preview = previewed?.preview ?? null;
    const fields = fieldNames(previewed?.config ?? this.config);
    return html`<div class="workbench-values">
      <section aria-labelledby="workbench-values" aria-busy=${this.isPreviewing ? "true" : "false"}>
        <h2 id="workbench-values">${workbenchText().values}</h2>
        ${previewSummary(preview, problem, fields)}
        <storm-marked-text .previewed=${previewed} .config=${this.config} @storm-config=${this.configChosen}></storm-marked-text>
      </section>
      <section aria-labelledby="workbench-records">
        <h2 id="workbench-records">${workbenchText().records}</h2>
        ${recordTable(preview, fields)}
      </section>
    </div>`;
  }

  private patterns({ schema, action, samples }: WorkbenchData): TemplateResult {
    return html`<section aria-labelledby="workbench-patterns">
      <h2 id="workbench-patterns">${workbenchText().patterns}</h2>
      <div class="sheet wide">
        <storm-config-form
          .schema=${schema}
          .config=${this.config}
          .errors=${this.errors}
          .example=${this.example}
          .watcher=${this.number}
          .action=${this.action}
          @storm-config=${this.configTyped}
        ></storm-config-form>
      </div>
      <storm-workbench-saving
        .watcher=${this.number}
        .action=${action}
        .config=${this.config}
        .text=${this.previewed?.text ?? this.text}
        .samples=${samples}
        .results=${this.sampleResults}
        ?can-save=${this.isAdmin}
        @storm-workbench-saved=${this.saved}
      ></storm-workbench-saving>
    </section>`;
  }
}

function parseLogId(search: string): number | null {
  const logId = new URLSearchParams(search).get("log") ?? "";
  return /^[1-9]\d{0,15}$/.test(logId) ? Number(logId) : null;
}
