import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { property, state } from "lit/decorators.js";
import type { JsonObject } from "../../data/json.ts";
import { type FieldProposal, suggestField } from "../../data/suggest.ts";
import { ConfigChanged } from "../action/config-form.ts";
import { badge } from "../ui/badge.ts";
import { errorText, formNotice } from "../ui/field.ts";
import { Submission } from "../ui/submission.ts";
import { commonText } from "../ui/text.ts";
import { withRecordNumbers } from "./failure.ts";
import { fieldNamed, fieldNames, fieldOf, markedConfig, suggestedNames, withField } from "./fields.ts";
import { shortenDecimals } from "./highlights.ts";
import { isSameSegmentation, type Segmentation, segmentationOf } from "./layout-choices.ts";
import { layoutHold } from "./layout-hold.ts";
import type { Previewed } from "./previewed.ts";
import { quoteOf, recordAt, type TextRange } from "./selected-text.ts";
import { foundText } from "./summary.ts";
import { workbenchText } from "./text.ts";

export class PanelClosed extends Event {
  static readonly type = "storm-panel-closed";
  constructor() {
    super(PanelClosed.type);
  }
}

interface FoundField {
  name: string;
  /** How the records were separated when they were counted. */
  segmentation: Segmentation | null;
  proposal: FieldProposal;
  /** 0 is the proposal itself; the alternatives follow. */
  used: number;
}

/** Names the selected text and lets the service find its pattern. Fires `storm-config` with the new field. */
export class StormFieldPanel extends LitElement {
  @property({ attribute: false }) previewed: Previewed | null = null;
  @property({ attribute: false }) config: JsonObject = {};
  @property({ attribute: false }) selection: TextRange = { start: 0, end: 0 };
  @state() private name = "";
  @state() private found: FoundField | null = null;
  private readonly submission = new Submission(this, ["name"]);

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override async scheduleUpdate(): Promise<void> {
    await layoutHold.ended;
    await super.scheduleUpdate();
  }

  override focus(): void {
    this.querySelector<HTMLElement>("input, button")?.focus();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (this.found !== null && !this.isCurrent(this.found)) this.found = null;
    if (!changed.has("selection")) return;
    this.found = null;
    this.submission.clear();
    this.name = this.fieldAtSelection ?? "";
  }

  /** Selecting a value that is read already means to correct its pattern. */
  private get fieldAtSelection(): string | null {
    const { start, end } = this.selection;
    const span = this.previewed?.preview.spans.find((value) => value.start < end && start < value.end);
    return span?.field ?? null;
  }

  private readonly submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const { previewed, selection } = this;
    const name = fieldNamed(fieldNames(this.config), this.name) ?? this.name.trim();
    if (name === "") this.submission.reject({ name: workbenchText().enterFieldName });
    if (name === "" || previewed === null) return;
    void this.submission.send(async (signal) => {
      const config = markedConfig(previewed.config, this.config, name);
      const request = { config, name, ...selection, ...previewed.source };
      const proposal = await suggestField(request, signal);
      // Another value was selected meanwhile.
      if (selection !== this.selection) return;
      this.found = { name, segmentation: segmentationOf(previewed.config), proposal, used: 0 };
      this.setField(name, proposal.field);
      await this.updateComplete;
      // Scrolling to the button would hide the result above it.
      this.querySelector<HTMLElement>("[data-done]")?.focus({ preventScroll: true });
      this.scrollIntoView({ block: "nearest" });
    });
  };

  private setField(name: string, field: JsonObject): void {
    this.config = withField(this.config, name, field);
    this.dispatchEvent(new ConfigChanged(this.config, true));
  }

  /** Counts are shown only while the config has the records and the pattern that were counted. */
  private isCurrent({ name, segmentation, proposal, used }: FoundField): boolean {
    const field = used === 0 ? proposal.field : proposal.alternatives[used - 1]?.field;
    const isSameField = JSON.stringify(fieldOf(this.config, name)) === JSON.stringify(field);
    return isSameField && isSameSegmentation(segmentation, segmentationOf(this.config));
  }

  private readonly close = (): void => {
    this.dispatchEvent(new PanelClosed());
  };

  private readonly keyPressed = (event: KeyboardEvent): void => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    this.close();
  };

  protected override render() {
    const { previewed, selection } = this;
    if (previewed === null) return nothing;
    const isInRecord = recordAt(previewed.preview.scopes, selection) !== null;
    return html`<section class="field-panel" aria-label=${workbenchText().selectedValue} @keydown=${this.keyPressed}>
      <p>${workbenchText().selected} <q class="mono">${quoteOf(previewed.text, selection)}</q></p>
      ${formNotice(this.submission.message)}
      ${this.found !== null ? nothing : isInRecord ? this.form() : this.outside()}
      <div role="status">${this.found === null ? nothing : this.result(this.found)}</div>
      ${this.found === null ? nothing : html`<div class="buttons"><button type="button" data-done @click=${this.close}>${workbenchText().done}</button></div>`}
    </section>`;
  }

  private outside(): TemplateResult {
    return html`<p class="reason bad">${workbenchText().notInRecord}</p>
      <div class="buttons"><button type="button" class="second" @click=${this.close}>${commonText().close}</button></div>`;
  }

  private form(): TemplateResult {
    const fields = fieldNames(this.config);
    const existing = fieldNamed(fields, this.name);
    const error = this.submission.error("name");
    return html`<form novalidate @submit=${this.submit}>
      <div class="field ${error ? "invalid" : ""}">
        <label for="mark-name">${workbenchText().fieldName}</label>
        ${errorText("mark-name-error", error)}
        <input
          id="mark-name"
          autocomplete="off"
          autocapitalize="none"
          spellcheck="false"
          aria-invalid=${error ? "true" : "false"}
          aria-describedby=${error ? "mark-name-error" : nothing}
          .value=${this.name}
          @input=${(event: InputEvent) => (this.name = (event.target as HTMLInputElement).value)}
        />
        <div class="name-choices" role="group" aria-label=${workbenchText().commonNames}>
          ${suggestedNames(fields).map(
            (name) => html`<button
              type="button"
              class="second small"
              aria-pressed=${fieldNamed([name], this.name) === null ? "false" : "true"}
              @click=${() => (this.name = name)}
            >${name}</button>`,
          )}
        </div>
      </div>
      <div class="buttons">
        <button type="submit" ?disabled=${this.submission.busy}>${this.submission.busy ? workbenchText().searching : existing === null ? workbenchText().readAsField : workbenchText().replaceField(existing)}</button>
        <button type="button" class="second" @click=${this.close}>${commonText().cancel}</button>
      </div>
    </form>`;
  }

  private result({ name, proposal, used }: FoundField): TemplateResult {
    const { count, values, warnings, alternatives } = proposal;
    const found = used === 0 ? proposal.found : (alternatives[used - 1]?.found ?? 0);
    const text = foundText(found, count, used === 0 ? values : []);
    return html`<p>${badge(found === count && found > 0 ? "good" : "bad", name)} <span title=${text}>${shortenDecimals(text)}</span></p>
      ${warnings.map((warning) => html`<p>${badge("warn", workbenchText().warning)} ${withRecordNumbers(warning)}</p>`)}
      ${alternatives.length === 0 ? nothing : this.alternatives(proposal, used)}`;
  }

  private alternatives({ field, found, count, alternatives }: FieldProposal, used: number): TemplateResult {
    const ways = [{ label: workbenchText().suggestedWay, field, found }, ...alternatives];
    const use = (index: number, pattern: JsonObject) => {
      if (this.found === null) return;
      this.found = { ...this.found, used: index };
      this.setField(this.found.name, pattern);
    };
    return html`<p id="mark-ways">${workbenchText().otherWays}</p>
      <ul class="field-ways" aria-labelledby="mark-ways">
        ${ways.map(
          (way, index) => html`<li>
            <button
              type="button"
              class="second small"
              aria-pressed=${index === used ? "true" : "false"}
              @click=${() => use(index, way.field)}
            >${index === used ? workbenchText().inUse : workbenchText().useThis}<span class="unseen"> (${way.label})</span></button>
            <span>${workbenchText().wayFound(way.label, way.found, count)}</span>
          </li>`,
        )}
      </ul>`;
  }
}
