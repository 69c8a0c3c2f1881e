import { html } from "lit";
import { addFacility } from "../../data/facility.ts";
import { listPolicies } from "../../data/policy.ts";
import { navigateTo } from "../events.ts";
import { FACILITIES_PATH } from "../route.ts";
import { titles } from "../titles.ts";
import { Loader, whenLoaded } from "../ui/loader.ts";
import { backLink, heading, PortalPage } from "../ui/page.ts";
import { Submission } from "../ui/submission.ts";
import { commonText } from "../ui/text.ts";
import { FACILITY_FIELDS, facilityForm, parseFacilityForm } from "./form.ts";
import { PointSync } from "./point-picker/point-sync.ts";
import { facilityText } from "./text.ts";

export class StormFacilityNew extends PortalPage {
  private readonly policies = new Loader(this, listPolicies);
  private readonly submission = new Submission(this, FACILITY_FIELDS);
  private readonly pointSync = new PointSync(this);

  private readonly submit = (event: SubmitEvent): void => {
    const input = parseFacilityForm(event, this.submission);
    if (input === null) return;
    void this.submission.send(async (signal) => {
      const facility = await addFacility(input, signal);
      // Replaces the form: going back must not offer to add it again.
      navigateTo(`${FACILITIES_PATH}/${facility.id}`, { replace: true, message: commonText().added(facility.name) });
    });
  };

  protected override render() {
    const actions = html`<a href=${FACILITIES_PATH}>${commonText().cancel}</a>`;
    return html`${backLink(FACILITIES_PATH, commonText().allFacilities)} ${heading(titles().page["facility-new"])}
    ${whenLoaded(this.policies, (policies) =>
      facilityForm({
        facility: null,
        policies,
        submission: this.submission,
        pointSync: this.pointSync,
        submitLabel: facilityText().addFacility,
        submit: this.submit,
        actions,
      }),
    )}`;
  }
}
