import { html } from "lit";
import { state } from "lit/decorators.js";
import { addEventSink, type EventSinkInput, type NewEventSink } from "../../data/event-sink.ts";
import { listFacilities } from "../../data/facility.ts";
import { sortByName } from "../../data/facility-search.ts";
import { navigateTo } from "../events.ts";
import { SINKS_PATH } from "../route.ts";
import { titles } from "../titles.ts";
import { Loader, whenLoaded } from "../ui/loader.ts";
import { backLink, heading, PortalPage } from "../ui/page.ts";
import { commonText } from "../ui/text.ts";
import { sinkText } from "./text.ts";

export class StormSinkNew extends PortalPage {
  private readonly facilities = new Loader(this, async (signal) => sortByName(await listFacilities(signal)));
  /** Set when there is a new secret, which is shown once. */
  @state() private created: NewEventSink | null = null;

  private readonly save = async (input: EventSinkInput, signal: AbortSignal): Promise<void> => {
    const created = await addEventSink(input, signal);
    if (created.secret) {
      this.created = created;
      await this.updateComplete;
      this.focusHeading();
      return;
    }
    // Replaces the form: going back must not offer to add it again.
    const message = sinkText().addedTest(created.name);
    navigateTo(`${SINKS_PATH}/${created.id}`, { replace: true, message });
  };

  protected override render() {
    const { created } = this;
    if (created !== null) {
      return html`${heading(sinkText().sinkAdded)}
        <storm-secret-box
          notice=${sinkText().copyNow}
          .label=${sinkText().secretOf(created.name)}
          .value=${created.secret ?? ""}
          button-label=${sinkText().copySecret}
          hint=${sinkText().secretUse}
        ></storm-secret-box>
        <p><a class="button" href="${SINKS_PATH}/${created.id}">${sinkText().continueToSink}</a></p>`;
    }
    return html`${backLink(SINKS_PATH, sinkText().allSinks)} ${heading(titles().page["sink-new"])}
    ${whenLoaded(
      this.facilities,
      (facilities) => html`<storm-sink-form
        .facilities=${facilities}
        .save=${this.save}
        submit-label=${sinkText().addSink}
        .actions=${html`<a href=${SINKS_PATH}>${commonText().cancel}</a>`}
      ></storm-sink-form>`,
    )}`;
  }
}
