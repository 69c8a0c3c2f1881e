import { html } from "lit";
import { addFacility } from "../../data/facility.ts";
import { go } from "../events.ts";
import { backLink, heading, PortalPage } from "../part/page.ts";
import { Sending } from "../part/sending.ts";
import { FACILITIES } from "../route.ts";
import { FACILITY_FIELDS, facilityForm, readForm } from "./form.ts";
import { Placing } from "./placing/placing.ts";

export class StormFacilityNew extends PortalPage {
  private readonly sending = new Sending(this, FACILITY_FIELDS);
  private readonly placing = new Placing(this);

  private readonly submit = (event: SubmitEvent): void => {
    const input = readForm(event, this.sending);
    if (input === null) return;
    void this.sending.send(async (signal) => {
      const facility = await addFacility(input, signal);
      // In place of the form: going back must not offer to add it a second time.
      go(`${FACILITIES}/${facility.id}`, { replace: true, words: `“${facility.name}” was added.` });
    });
  };

  protected override render() {
    const beside = html`<a href=${FACILITIES}>Cancel</a>`;
    return html`${backLink(FACILITIES, "All facilities")} ${heading("Add a facility")}
    ${facilityForm({ facility: null, sending: this.sending, placing: this.placing, act: "Add facility", submit: this.submit, beside })}`;
  }
}
