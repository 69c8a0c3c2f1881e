import { html } from "lit";
import { addFacility } from "../../data/facility.ts";
import { listPolicies } from "../../data/policy.ts";
import { navigateTo } from "../events.ts";
import { FACILITIES_PATH } from "../route.ts";
import { Loader, whenLoaded } from "../ui/loader.ts";
import { backLink, heading, PortalPage } from "../ui/page.ts";
import { Submission } from "../ui/submission.ts";
import { FACILITY_FIELDS, facilityForm, parseFacilityForm } from "./form.ts";
import { PointSync } from "./point-picker/point-sync.ts";

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
      navigateTo(`${FACILITIES_PATH}/${facility.id}`, { replace: true, message: `“${facility.name}” was added.` });
    });
  };

  protected override render() {
    const actions = html`<a href=${FACILITIES_PATH}>Cancel</a>`;
    return html`${backLink(FACILITIES_PATH, "All facilities")} ${heading("Add a facility")}
    ${whenLoaded(this.policies, (policies) =>
      facilityForm({
        facility: null,
        policies,
        submission: this.submission,
        pointSync: this.pointSync,
        submitLabel: "Add facility",
        submit: this.submit,
        actions,
      }),
    )}`;
  }
}
