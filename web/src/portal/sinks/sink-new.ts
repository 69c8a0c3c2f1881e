import { html } from "lit";
import { state } from "lit/decorators.js";
import { addEventSink, type EventSinkInput, type NewEventSink } from "../../data/event-sink.ts";
import { listFacilities } from "../../data/facility.ts";
import { sortByName } from "../../data/facility-search.ts";
import { navigateTo } from "../events.ts";
import { SINKS_PATH } from "../route.ts";
import { Loader, whenLoaded } from "../ui/loader.ts";
import { backLink, heading, PortalPage } from "../ui/page.ts";

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
    const message = `“${created.name}” was added. Send a test event.`;
    navigateTo(`${SINKS_PATH}/${created.id}`, { replace: true, message });
  };

  protected override render() {
    const { created } = this;
    if (created !== null) {
      return html`${heading("Event sink added")}
        <storm-secret-box
          notice="Copy this secret now. It will not be shown again."
          .label=${`Signing secret of “${created.name}”`}
          .value=${created.secret ?? ""}
          button-label="Copy secret"
          hint="Enter it in the receiver, which verifies the signature of each event with it. If you lose it, enter a new one in the event sink."
        ></storm-secret-box>
        <p><a class="button" href="${SINKS_PATH}/${created.id}">Continue to the event sink</a></p>`;
    }
    return html`${backLink(SINKS_PATH, "All event sinks")} ${heading("Add an event sink")}
    ${whenLoaded(
      this.facilities,
      (facilities) => html`<storm-sink-form
        .facilities=${facilities}
        .save=${this.save}
        submit-label="Add event sink"
        .actions=${html`<a href=${SINKS_PATH}>Cancel</a>`}
      ></storm-sink-form>`,
    )}`;
  }
}
