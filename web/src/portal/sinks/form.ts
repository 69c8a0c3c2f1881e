import { html, LitElement, nothing, type TemplateResult } from "lit";
import { property, state } from "lit/decorators.js";
import type { EventSink, EventSinkInput } from "../../data/event-sink.ts";
import type { Facility } from "../../data/facility.ts";
import { checkField, choiceField, errorText, formNotice, textField } from "../ui/field.ts";
import { facilityStatus } from "../ui/status-label.ts";
import { Submission } from "../ui/submission.ts";
import { commonText } from "../ui/text.ts";
import { draftErrors, SINK_FIELDS, type SinkDraft, STATUSES, toDraft, toInput } from "./draft.ts";
import type { FacilitiesPicked } from "./facility-picker.ts";
import { type KindText, kindChoices, kindText } from "./kind.ts";
import { sinkText } from "./text.ts";

export type SaveSink = (input: EventSinkInput, signal: AbortSignal) => Promise<void>;

/** The settings of a sink. Its kind is chosen once. */
export class StormSinkForm extends LitElement {
  @property({ attribute: false }) sink: EventSink | null = null;
  @property({ attribute: false }) facilities: Facility[] = [];
  @property({ attribute: false }) save: SaveSink = () => Promise.resolve();
  @property({ attribute: "submit-label" }) submitLabel = commonText().save;
  /** Next to the save button. */
  @property({ attribute: false }) actions: TemplateResult | typeof nothing = nothing;
  @state() private draft: SinkDraft = toDraft(null);
  private readonly submission = new Submission(this, SINK_FIELDS);

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.draft = toDraft(this.sink);
  }

  private change(changes: Partial<SinkDraft>): void {
    this.draft = { ...this.draft, ...changes };
  }

  private readonly typed = (event: Event): void => {
    const { name, type, value, checked } = event.target as HTMLInputElement;
    if (name === "facilityScope") this.change({ hasAllFacilities: value === "all" });
    else if (name === "statusScope") this.change({ hasAllStatuses: value === "all" });
    else if (name === "status") this.toggleStatus(value, checked);
    else if (name in this.draft) this.change({ [name]: type === "checkbox" ? checked : value });
  };

  private toggleStatus(status: string, isSelected: boolean): void {
    const statuses = new Set(this.draft.statuses);
    if (isSelected) statuses.add(status);
    else statuses.delete(status);
    this.change({ statuses });
  }

  private readonly submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const errors = draftErrors(this.draft);
    if (Object.keys(errors).length > 0) {
      this.submission.reject(errors);
      return;
    }
    void this.submission.send(async (signal) => {
      await this.save(toInput(this.draft), signal);
      // No secret stays on the screen.
      this.change({ secret: "", removesSecret: false });
    });
  };

  protected override render() {
    const { draft, submission } = this;
    const texts = kindText(draft.kind);
    const text = (name: "name" | "url") => ({ name, error: submission.error(name), value: draft[name] });
    return html`${formNotice(submission.message)}
      <form class="sheet" novalidate autocomplete="off" @input=${this.typed} @submit=${this.submit}>
        ${textField({ ...text("name"), label: commonText().name, hint: sinkText().nameHint })}
        ${this.sink === null ? choiceField("kind", sinkText().kind, draft.kind, kindChoices(), submission.error("kind")) : fixedKind(texts.label)}
        ${textField({ ...text("url"), label: texts.urlLabel, hint: texts.urlHint })}
        ${this.secretFields(texts)} ${this.facilityFilter()} ${texts.choosesStatuses ? this.statusFilter() : nothing}
        ${checkField("isEnabled", sinkText().enabled, sinkText().enabledHint, draft.isEnabled)}
        <div class="buttons">
          <button type="submit" ?disabled=${submission.busy}>${submission.busy ? commonText().saving : this.submitLabel}</button>
          ${this.actions}
        </div>
      </form>`;
  }

  private secretFields({ secretLabel, secretHint, removal }: KindText): TemplateResult {
    const { draft, submission, sink } = this;
    const isStored = sink?.hasSecret ?? false;
    // A webhook has one, or has lost it with the key of the service: a new one is entered here.
    const isKept = isStored || (sink !== null && removal === null);
    const secret = textField({
      name: "secret",
      label: secretLabel,
      hint: isKept ? sinkText().keepSecret : secretHint,
      type: "password",
      autocomplete: "new-password",
      error: submission.error("secret"),
      value: draft.secret,
    });
    return html`${draft.removesSecret ? nothing : secret}
      ${isStored && removal !== null ? checkField("removesSecret", removal.label, removal.hint, draft.removesSecret) : nothing}`;
  }

  private facilityFilter(): TemplateResult {
    const { draft, submission } = this;
    const choices = [
      { value: "all", label: commonText().allFacilities, hint: commonText().laterToo },
      { value: "some", label: sinkText().selectedFacilities, hint: "" },
    ];
    return html`${choiceField("facilityScope", sinkText().facilities, draft.hasAllFacilities ? "all" : "some", choices)}
      ${errorText("field-facilityIds-error", submission.error("facilityIds"))}
      ${
        draft.hasAllFacilities
          ? nothing
          : html`<storm-facility-picker
              .facilities=${this.facilities}
              .selected=${draft.facilityIds}
              @storm-facilities-picked=${({ detail }: FacilitiesPicked) => this.change({ facilityIds: detail })}
            ></storm-facility-picker>`
      }`;
  }

  private statusFilter(): TemplateResult {
    const { draft, submission } = this;
    const hint = draft.kind === "Webhook" ? sinkText().everyChangeAndRings : sinkText().everyChange;
    const choices = [
      { value: "all", label: sinkText().allChanges, hint },
      { value: "some", label: sinkText().someStatuses, hint: "" },
    ];
    const boxes = STATUSES.map(
      (status) => html`<label class="choice">
        <input type="checkbox" name="status" value=${status} .checked=${draft.statuses.has(status)} />
        <span>${facilityStatus(status)}</span>
      </label>`,
    );
    return html`${choiceField("statusScope", sinkText().events, draft.hasAllStatuses ? "all" : "some", choices)}
      ${errorText("field-statuses-error", submission.error("statuses"))}
      ${draft.hasAllStatuses ? nothing : html`<div class="choice-list" role="group" aria-label=${sinkText().statuses}>${boxes}</div>`}`;
  }
}

function fixedKind(label: string): TemplateResult {
  return html`<dl class="derived"><div><dt>${sinkText().kind}</dt><dd>${label}</dd></div></dl>`;
}
