import { html, type TemplateResult } from "lit";
import { property } from "lit/decorators.js";
import { deleteFacility, type Facility, readFacility, writeFacility } from "../../data/facility.ts";
import { listPolicies } from "../../data/policy.ts";
import { navigateTo, showStatus } from "../events.ts";
import { documentTitle, FACILITIES_PATH } from "../route.ts";
import { titles } from "../titles.ts";
import type { StormConfirm } from "../ui/confirm.ts";
import { Loader, whenLoaded } from "../ui/loader.ts";
import { backLink, heading, PortalPage } from "../ui/page.ts";
import { Submission } from "../ui/submission.ts";
import { commonText } from "../ui/text.ts";
import { FACILITY_FIELDS, facilityForm, parseFacilityForm, positionFacts } from "./form.ts";
import { formatFeet } from "./point-input.ts";
import { PointSync } from "./point-picker/point-sync.ts";
import { facilityText } from "./text.ts";

/** One facility: a form for administrators, facts for everyone else. */
export class StormFacility extends PortalPage {
  @property({ type: Number }) number = 0;
  private readonly facility = new Loader(this, (signal) => readFacility(this.number, signal));
  private readonly policies = new Loader(this, listPolicies);
  private readonly submission = new Submission(this, FACILITY_FIELDS);
  private readonly pointSync = new PointSync(this);

  protected override updated(): void {
    const { value } = this.facility;
    if (value !== null) document.title = documentTitle(value.name);
  }

  private readonly submit = (event: SubmitEvent): void => {
    const input = parseFacilityForm(event, this.submission);
    if (input === null) return;
    void this.submission.send(async (signal) => {
      const facility = await writeFacility(this.number, input, signal);
      this.facility.set(facility);
      this.pointSync.reset();
      showStatus(commonText().saved(facility.name));
    });
  };

  private readonly delete = (): void => {
    const name = this.facility.value?.name ?? "";
    void this.submission.send(async (signal) => {
      await deleteFacility(this.number, signal);
      navigateTo(FACILITIES_PATH, { replace: true, message: commonText().deleted(name) });
    });
  };

  private readonly confirmDelete = (): void => {
    this.querySelector<StormConfirm>("storm-confirm")?.open();
  };

  protected override render() {
    return html`${backLink(FACILITIES_PATH, commonText().allFacilities)} ${heading(this.facility.value?.name ?? titles().page.facility)}
    ${whenLoaded(this.policies, () => whenLoaded(this.facility, (facility) => (this.isAdmin ? this.editor(facility) : facts(facility))))}`;
  }

  private editor(facility: Facility): TemplateResult {
    const actions = html`<button
      type="button"
      class="danger plain"
      @click=${this.confirmDelete}
    >${facilityText().deleteFacility}</button>`;
    return html`${facilityForm({
      facility,
      policies: this.policies.value ?? [],
      submission: this.submission,
      pointSync: this.pointSync,
      submitLabel: commonText().save,
      submit: this.submit,
      actions,
    })}
      <storm-confirm
        .question=${commonText().deleteQuestion(facility.name)}
        detail=${facilityText().deleteDetail}
        button-label=${facilityText().deleteFacility}
        @storm-confirmed=${this.delete}
      ></storm-confirm>`;
  }
}

function facts(facility: Facility): TemplateResult {
  const { point } = facility;
  return html`<div class="sheet">
    ${
      point
        ? html`<dl class="derived">
          <div><dt>${facilityText().xEast}</dt><dd>${facilityText().feet(formatFeet(point.x))}</dd></div>
          <div><dt>${facilityText().yNorth}</dt><dd>${facilityText().feet(formatFeet(point.y))}</dd></div>
        </dl>`
        : ""
    }
    ${positionFacts(facility)}
  </div>`;
}
