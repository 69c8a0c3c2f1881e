import { html, nothing, type TemplateResult } from "lit";
import { property, state } from "lit/decorators.js";
import { type Action, listHandlers, readAction, writeAction } from "../../data/action.ts";
import type { JsonObject } from "../../data/json.ts";
import { type Log, searchLog } from "../../data/log.ts";
import {
  dropSample,
  keepSample,
  listSamples,
  type Preview,
  preview,
  type Sample,
  type Tried,
  trySamples,
} from "../../data/preview.ts";
import { noAnswer, type Problem, Refusal } from "../../data/problem.ts";
import { ConfigChanged } from "../action/config-form.ts";
import { isObject, type Schema, valueAt } from "../action/schema.ts";
import { say } from "../events.ts";
import { badge } from "../part/badge.ts";
import { formNotice, textField } from "../part/field.ts";
import { Loading, loaded } from "../part/loading.ts";
import { backLink, heading, PortalPage } from "../part/page.ts";
import { Sending } from "../part/sending.ts";
import { cellWords, fieldNumbers, type Piece, pieces } from "./marks.ts";
import { type Preset, presetsOf, usedPreset, withPreset } from "./presets.ts";

const TYPED_MS = 500;
const FROM_LOG = 25;
const ROWS = 100;

interface Known {
  action: Action;
  schema: Schema;
  samples: Sample[];
  logs: Log[];
}

/** Where patterns are written against a real message: what they find is marked in its text while one types. */
export class StormWorkbench extends PortalPage {
  @property({ type: Number }) number = 0;
  @property({ type: Number }) action = 0;
  @state() private config: JsonObject = {};
  @state() private logId: number | null = readLogId(location.search);
  @state() private text = "";
  @state() private seen: Preview | null = null;
  @state() private problem: Problem | null = null;
  @state() private tried: Tried[] = [];
  private readable = true;
  private readonly saving = new Sending(this, ["sample"]);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private stop = new AbortController();
  private readonly known = new Loading(this, async (signal): Promise<Known> => {
    const [action, handlers, samples, { items }] = await Promise.all([
      readAction(this.number, this.action, signal),
      listHandlers(signal),
      listSamples(this.number, this.action, signal),
      searchLog({ jobId: this.number, limit: FROM_LOG }, signal),
    ]);
    this.config = action.config;
    queueMicrotask(() => void this.look());
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

  private soon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.look(), TYPED_MS);
  }

  /** Only the newest answer counts. */
  private async look(): Promise<void> {
    this.stop.abort();
    this.stop = new AbortController();
    const { signal } = this.stop;
    if (!this.readable || (this.logId === null && this.text === "")) {
      if (this.readable) await this.trySamples(signal);
      return;
    }
    try {
      const seen = await preview(
        this.config,
        this.logId === null ? { text: this.text } : { logId: this.logId },
        signal,
      );
      if (signal.aborted) return;
      [this.seen, this.problem] = [seen, null];
      await this.trySamples(signal);
    } catch (error) {
      if (signal.aborted) return;
      this.problem = error instanceof Refusal ? error.problem : noAnswer(error);
    }
  }

  private async trySamples(signal: AbortSignal): Promise<void> {
    if ((this.known.value?.samples.length ?? 0) === 0) return;
    const tried = await trySamples(this.number, this.action, this.config, signal).catch(() => []);
    if (!signal.aborted) this.tried = tried;
  }

  private readonly configured = (event: Event): void => {
    if (!(event instanceof ConfigChanged)) return;
    this.readable = event.readable;
    this.config = event.config;
    this.soon();
  };

  private get presets(): Preset[] {
    return presetsOf(this.known.value?.schema ?? {});
  }

  private readonly choosePreset = (event: Event): void => {
    const preset = this.presets.find(({ name }) => name === (event.target as HTMLSelectElement).value);
    if (preset === undefined) return;
    this.config = withPreset(this.config, preset);
    this.soon();
  };

  private readonly chooseLog = (event: Event): void => {
    const { value } = event.target as HTMLSelectElement;
    this.logId = value === "" ? null : Number(value);
    [this.seen, this.problem] = [null, null];
    history.replaceState(null, "", location.pathname + (this.logId === null ? "" : `?log=${this.logId}`));
    void this.look();
  };

  private readonly paste = (event: InputEvent): void => {
    this.text = (event.target as HTMLTextAreaElement).value;
    if (this.text === "") this.seen = null;
    this.soon();
  };

  private save(thenKeep: boolean): void {
    const { value } = this.known;
    const given = this.querySelector<HTMLInputElement>('input[name="sample"]')?.value.trim() ?? "";
    if (value === null) return;
    const name = given === "" ? freeName(value.samples) : given;
    void this.saving.send(async (signal) => {
      const action = await writeAction(this.number, this.action, { ...value.action, config: this.config }, signal);
      let { samples } = value;
      if (thenKeep) {
        const kept = await keepSample(this.number, this.action, { name, text: this.searched }, signal);
        samples = [...samples, kept];
      }
      this.known.set({ ...value, action, samples });
      await this.trySamples(signal);
      say(
        [
          `“${action.name}” was saved${thenKeep ? `, and “${name}” is kept as a sample` : ""}.`,
          ...(action.warnings ?? []),
        ].join(" "),
      );
    });
  }

  private forget(sample: Sample): void {
    void this.saving.send(async (signal) => {
      await dropSample(this.number, this.action, sample.id, signal);
      const { value } = this.known;
      if (value !== null) this.known.set({ ...value, samples: value.samples.filter(({ id }) => id !== sample.id) });
      this.tried = this.tried.filter(({ id }) => id !== sample.id);
    });
  }

  /** The text that the marks lie in. */
  private get searched(): string {
    return this.logId === null ? this.text : (this.seen?.text ?? "");
  }

  protected override render() {
    const place = `/portal/watchers/${this.number}/actions`;
    return html`${backLink(place, "All actions of this watcher")} ${heading(`Workbench: ${this.known.value?.action.name ?? "…"}`)}
    ${loaded(this.known, (known) => this.bench(known))}`;
  }

  private bench(known: Known): TemplateResult {
    return html`<div class="bench">
      <div class="subject">
        <section aria-labelledby="bench-text">
          <h2 id="bench-text">Message</h2>
          ${this.source(known)} ${this.verdict()} ${this.marked()}
        </section>
        <section aria-labelledby="bench-records">
          <h2 id="bench-records">Records</h2>
          ${this.records()}
        </section>
      </div>
      <section aria-labelledby="bench-patterns">
        <h2 id="bench-patterns">Patterns</h2>
        ${this.patterns(known)} ${this.isAdmin ? this.saver(known) : nothing} ${this.sampleList(known)}
      </section>
    </div>`;
  }

  private source({ logs }: Known): TemplateResult {
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

  private verdict(): TemplateResult {
    const { seen, problem } = this;
    return html`<div role="status" class="verdict">${problem === null ? html`<p>${this.outcome()}</p>` : html`<p class="reason bad">${Object.values(problem.fields)[0] ?? problem.words}</p>`}
      ${(seen?.warnings ?? []).map((warning) => html`<p>${badge("busy", "Probably not meant so")} ${warning.replace(/^config\./, "")}</p>`)}
    </div>`;
  }

  private outcome(): TemplateResult {
    const { seen } = this;
    if (seen === null) return html`<span class="quiet">Choose or paste a message.</span>`;
    if (seen.error) return html`${badge("bad", "Would fail")} ${seen.error}`;
    const { count, misses } = seen;
    const missing =
      misses.length === 0 ? "" : `, ${misses.length} ${misses.length === 1 ? "field" : "fields"} not found`;
    return html`${badge("good", "Works")} ${count} ${count === 1 ? "record" : "records"}${missing}.`;
  }

  private marked(): TemplateResult | typeof nothing {
    const { seen } = this;
    if (seen === null) return nothing;
    const numbers = fieldNumbers(this.fields);
    return html`<div class="marked" tabindex="0" role="region" aria-label="The text with what was found">${pieces(this.searched, seen.spans, seen.scopes).map((piece) => pieceMark(piece, numbers))}</div>
      <ul class="legend" aria-label="Fields">
        ${[...numbers].map(([field, number]) => html`<li><mark class="field-${number}">${field}</mark></li>`)}
      </ul>`;
  }

  private get fields(): string[] {
    const fields = valueAt(this.config, "Fields");
    return isObject(fields) ? Object.keys(fields) : [];
  }

  private patterns({ schema }: Known): TemplateResult {
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
    const told = Object.entries(this.problem?.fields ?? {});
    return Object.fromEntries(
      told.filter(([path]) => path.startsWith("config.")).map(([path, words]) => [path.slice("config.".length), words]),
    );
  }

  private saver({ samples }: Known): TemplateResult {
    const differing = this.tried.filter(({ difference }) => difference !== null && difference !== undefined).length;
    const although =
      differing === 0
        ? ""
        : ` although ${differing} of ${samples.length} ${samples.length === 1 ? "sample" : "samples"} ${differing === 1 ? "differs" : "differ"}`;
    return html`<div class="sheet wide">
      ${formNotice(this.saving.words)}
      <div class="buttons"><button type="button" ?disabled=${this.saving.busy} @click=${() => this.save(false)}>${this.saving.busy ? "Saving …" : `Save${although}`}</button></div>
      ${textField({ name: "sample", label: "Name of the sample", hint: "Optional. A kept text is searched again at every later save, and you are told when the records differ. It is stored as it is.", error: this.saving.error("sample") })}
      <div class="buttons"><button type="button" class="second" ?disabled=${this.saving.busy || this.searched === ""} @click=${() => this.save(true)}>Save and keep this text as a sample</button></div>
    </div>`;
  }

  private sampleList({ samples }: Known): TemplateResult | typeof nothing {
    if (samples.length === 0) return nothing;
    return html`<h3>Samples</h3>
      <ul class="findings">
        ${samples.map((sample) => {
          const found = this.tried.find(({ id }) => id === sample.id);
          const difference = found?.difference ?? null;
          const state =
            found === undefined
              ? badge("idle", "Not tried")
              : difference === null
                ? badge("good", "Same records")
                : badge("bad", "Differs");
          return html`<li>
            ${state} <span><strong>${sample.name}</strong> ${difference ?? ""}</span>
            ${this.isAdmin ? html`<button type="button" class="danger plain small" @click=${() => this.forget(sample)}>Remove<span class="unseen"> ${sample.name}</span></button>` : nothing}
          </li>`;
        })}
      </ul>`;
  }

  private records(): TemplateResult {
    const { seen, fields } = this;
    if (seen === null || seen.items.length === 0) return html`<p class="quiet">No record yet.</p>`;
    const missed = new Set(seen.misses.map(({ record, field }) => `${record} ${field}`));
    const items = seen.items.slice(0, ROWS);
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
                ${fields.map((field) => html`<td role="cell" data-label=${field} class="mono">${missed.has(`${record} ${field}`) ? html`<span class="reason bad">not found</span>` : cellWords(item[field])}</td>`)}
              </tr>`,
            )}
          </tbody>
        </table>
      </div>
      ${seen.count > items.length ? html`<p class="quiet">The first ${items.length} of ${seen.count} are shown.</p>` : nothing}`;
  }
}

/** A number that no sample has yet. */
function freeName(samples: readonly Sample[]): string {
  let number = samples.length + 1;
  while (samples.some(({ name }) => name === `Sample ${number}`)) number += 1;
  return `Sample ${number}`;
}

function pieceMark({ text, field, record }: Piece, numbers: Map<string, number>): TemplateResult {
  if (field !== null)
    return html`<mark class="field-${numbers.get(field) ?? 0}" title="${field}, record ${record ?? ""}">${text}</mark>`;
  return record === null
    ? html`${text}`
    : html`<span class=${record % 2 === 0 ? "scope even" : "scope odd"}>${text}</span>`;
}

function readLogId(search: string): number | null {
  const given = new URLSearchParams(search).get("log") ?? "";
  return /^[1-9]\d{0,15}$/.test(given) ? Number(given) : null;
}
