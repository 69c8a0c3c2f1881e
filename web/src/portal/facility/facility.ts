import { html, type TemplateResult } from "lit";
import { property } from "lit/decorators.js";
import { deleteFacility, type Facility, readFacility, writeFacility } from "../../data/facility.ts";
import { go, say } from "../events.ts";
import type { StormConfirm } from "../part/confirm.ts";
import { Loading, loaded } from "../part/loading.ts";
import { backLink, heading, PortalPage } from "../part/page.ts";
import { Sending } from "../part/sending.ts";
import { documentTitle, FACILITIES } from "../route.ts";
import { feetWords } from "./feet.ts";
import { FACILITY_FIELDS, facilityForm, positionFacts, readForm } from "./form.ts";
import { Placing } from "./placing/placing.ts";

/** One facility: a form for administrators, plain words for everyone else. */
export class StormFacility extends PortalPage {
  @property({ type: Number }) number = 0;
  private readonly facility = new Loading(this, (signal) => readFacility(this.number, signal));
  private readonly sending = new Sending(this, FACILITY_FIELDS);
  private readonly placing = new Placing(this);

  protected override updated(): void {
    const { value } = this.facility;
    if (value !== null) document.title = documentTitle(value.name);
  }

  private readonly submit = (event: SubmitEvent): void => {
    const input = readForm(event, this.sending);
    if (input === null) return;
    void this.sending.send(async (signal) => {
      const facility = await writeFacility(this.number, input, signal);
      this.facility.set(facility);
      say(`“${facility.name}” was saved.`);
    });
  };

  private readonly erase = (): void => {
    const name = this.facility.value?.name ?? "";
    void this.sending.send(async (signal) => {
      await deleteFacility(this.number, signal);
      go(FACILITIES, { replace: true, words: `“${name}” was deleted.` });
    });
  };

  private readonly askToRemove = (): void => {
    this.querySelector<StormConfirm>("storm-confirm")?.open();
  };

  protected override render() {
    return html`${backLink(FACILITIES, "All facilities")} ${heading(this.facility.value?.name ?? "Facility")}
    ${loaded(this.facility, (facility) => (this.isAdmin ? this.editor(facility) : facts(facility)))}`;
  }

  private editor(facility: Facility): TemplateResult {
    const beside = html`<button type="button" class="danger plain" @click=${this.askToRemove}>Delete facility</button>`;
    return html`${facilityForm({ facility, sending: this.sending, placing: this.placing, act: "Save", submit: this.submit, beside })}
      <storm-confirm
        .question=${`Delete “${facility.name}”?`}
        detail="The facility disappears from all lists. The audit trail keeps what it was."
        act="Delete facility"
        @storm-confirmed=${this.erase}
      ></storm-confirm>`;
  }
}

function facts(facility: Facility): TemplateResult {
  const { point } = facility;
  return html`<div class="sheet">
    ${
      point
        ? html`<dl class="derived">
          <div><dt>x, to the east</dt><dd>${feetWords(point.x)} feet</dd></div>
          <div><dt>y, to the north</dt><dd>${feetWords(point.y)} feet</dd></div>
        </dl>`
        : ""
    }
    ${positionFacts(facility)}
  </div>`;
}
