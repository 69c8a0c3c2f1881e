import { html, LitElement, nothing, type TemplateResult } from "lit";
import { property, state } from "lit/decorators.js";
import { type Facility, listFacilities } from "../../data/facility.ts";
import type { Watcher } from "../../data/watcher.ts";
import { checkField, choiceField, errorText, formNotice, textArea, textField } from "../ui/field.ts";
import { Loader, whenLoaded } from "../ui/loader.ts";
import { facilityStatus } from "../ui/status-label.ts";
import { Submission } from "../ui/submission.ts";
import { commonText } from "../ui/text.ts";
import { watcherFormText } from "./form-text.ts";
import { resumeChoices } from "./resume.ts";
import {
  STATUSES,
  type Status,
  type StatusDraft,
  toggled,
  toStatusDraft,
  validateStatusDraft,
} from "./status-draft.ts";

export type SaveStatusWatcher = (draft: StatusDraft, signal: AbortSignal) => Promise<void>;

/** The settings of a watcher that status changes start. */
export class StormStatusWatcherForm extends LitElement {
  @property({ attribute: false }) watcher: Watcher | null = null;
  @property({ attribute: false }) save: SaveStatusWatcher = () => Promise.resolve();
  @property({ attribute: "submit-label" }) submitLabel = commonText().save;
  @state() private draft: StatusDraft = toStatusDraft(null);
  private readonly facilities = new Loader(this, listFacilities);
  private readonly submission = new Submission(this, ["name", "statuses", "facilityIds"]);

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.draft = toStatusDraft(this.watcher);
  }

  private readonly fieldTyped = (event: Event): void => {
    const { name, type, checked, value } = event.target as HTMLInputElement;
    const { draft } = this;
    if (name === "status") this.draft = { ...draft, statuses: toggled(draft.statuses, value as Status, checked) };
    else if (name === "facility")
      this.draft = { ...draft, facilityIds: toggled(draft.facilityIds ?? [], Number(value), checked) };
    else if (name === "which") this.draft = { ...draft, facilityIds: value === "all" ? null : [] };
    else if (name in draft) this.draft = { ...draft, [name]: type === "checkbox" ? checked : value };
  };

  private readonly submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const errors = validateStatusDraft(this.draft);
    if (Object.keys(errors).length > 0) {
      this.submission.reject(errors);
      return;
    }
    void this.submission.send((signal) => this.save(this.draft, signal));
  };

  protected override render() {
    const { draft, submission } = this;
    const text = watcherFormText();
    return html`${formNotice(submission.message)}
      <form class="sheet wide" novalidate @submit=${this.submit} @input=${this.fieldTyped}>
        ${textField({ name: "name", label: commonText().name, value: draft.name, error: submission.error("name") })}
        ${textArea({ name: "description", label: commonText().description, hint: commonText().notesHint, rows: 2, value: draft.description })}
        ${this.statuses()} ${this.whichFacilities()}
        <fieldset class="field">
          <legend>${text.rings}</legend>
          ${checkField("rings", text.ringsToo, text.ringsHint, draft.rings)}
        </fieldset>
        ${choiceField("resume", text.afterCrash, draft.resume, resumeChoices())}
        <div class="buttons"><button type="submit" ?disabled=${submission.busy}>${submission.busy ? commonText().saving : this.submitLabel}</button></div>
      </form>`;
  }

  private statuses(): TemplateResult {
    const error = this.submission.error("statuses");
    return html`<fieldset class="field ${error ? "invalid" : ""}">
      <legend>${watcherFormText().startWhen}</legend>
      ${errorText("field-statuses-error", error)}
      ${STATUSES.map(
        (status) => html`<label class="choice">
          <input type="checkbox" name="status" value=${status} .checked=${this.draft.statuses.includes(status)} />
          <span>${facilityStatus(status)} <span class="hint">${watcherFormText().statusHint[status]}</span></span>
        </label>`,
      )}
    </fieldset>`;
  }

  private whichFacilities(): TemplateResult {
    const { facilityIds } = this.draft;
    const error = this.submission.error("facilityIds");
    return html`${choiceField("which", watcherFormText().facilities, facilityIds === null ? "all" : "some", [
      { value: "all", label: commonText().allFacilities, hint: commonText().laterToo },
      { value: "some", label: watcherFormText().onlySome, hint: "" },
    ])}
    ${
      facilityIds === null
        ? nothing
        : html`<fieldset class="field ${error ? "invalid" : ""}">
          <legend>${watcherFormText().whichFacilities}</legend>
          ${errorText("field-facilityIds-error", error)}
          ${whenLoaded(this.facilities, (all) => all.map((facility) => facilityChoice(facility, facilityIds)))}
        </fieldset>`
    }`;
  }
}

function facilityChoice({ id, name }: Facility, chosen: readonly number[]): TemplateResult {
  return html`<label class="choice">
    <input type="checkbox" name="facility" value=${id} .checked=${chosen.includes(id)} />
    <span>${name}</span>
  </label>`;
}
