import { html, nothing, type TemplateResult } from "lit";
import { type Facility, listFacilities } from "../../data/facility.ts";
import { checkField, choiceField, errorText } from "../ui/field.ts";
import { Loader, whenLoaded } from "../ui/loader.ts";
import { facilityStatus } from "../ui/status-label.ts";
import { commonText } from "../ui/text.ts";
import { WatcherForm } from "./form.ts";
import { watcherFormText } from "./form-text.ts";
import { STATUS_FIELDS, STATUSES, type Status, toggled } from "./status-draft.ts";

/** The settings of a watcher that status changes start. */
export class StormStatusWatcherForm extends WatcherForm<typeof STATUS_FIELDS> {
  private readonly facilities = new Loader(this, listFacilities);

  constructor() {
    super(STATUS_FIELDS);
  }

  protected override typed(input: HTMLInputElement): void {
    const { draft } = this;
    const { name, checked, value } = input;
    if (name === "status") this.draft = { ...draft, statuses: toggled(draft.statuses, value as Status, checked) };
    else if (name === "facility")
      this.draft = { ...draft, facilityIds: toggled(draft.facilityIds ?? [], Number(value), checked) };
    else if (name === "which") this.draft = { ...draft, facilityIds: value === "all" ? null : [] };
    else super.typed(input);
  }

  protected settings(): TemplateResult {
    const text = watcherFormText();
    return html`${this.statuses()} ${this.whichFacilities()}
      <fieldset class="field">
        <legend>${text.rings}</legend>
        ${checkField("rings", text.ringsToo, text.ringsHint, this.draft.rings)}
      </fieldset>`;
  }

  private statuses(): TemplateResult {
    const error = this.error("statuses");
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
    const error = this.error("facilityIds");
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
