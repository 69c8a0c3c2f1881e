import { html, nothing, type TemplateResult } from "lit";
import { property, state } from "lit/decorators.js";
import { importWorkflow, listReady, type Ready } from "../../data/workflow.ts";
import { go } from "../events.ts";
import { formNotice, textField, typed } from "../part/field.ts";
import { Loading, loaded } from "../part/loading.ts";
import { backLink, heading, PortalPage } from "../part/page.ts";
import { Sending } from "../part/sending.ts";
import { type Asked, askedFor, readSettings } from "./ready.ts";

/** Workflows that are ready to use, for a watcher that does nothing yet. */
export class StormGallery extends PortalPage {
  @property({ type: Number }) number = 0;
  @state() private chosen = 0;
  private readonly known = new Loading(this, listReady);
  private readonly sending = new Sending(this, [
    "settings.Recipients",
    "settings.QuietMinutes",
    "settings.RadiusMiles",
    "settings.DangerMinutes",
    "settings.AllClearMinutes",
  ]);

  private submit(event: SubmitEvent, ready: Ready, asked: Asked[]): void {
    const reading = readSettings(asked, typed(event));
    if ("errors" in reading) {
      this.sending.refuse(reading.errors);
      return;
    }
    void this.sending.send(async (signal) => {
      const made = await importWorkflow(this.number, ready, reading.settings, signal);
      go(`/portal/watchers/${this.number}/actions`, {
        replace: true,
        words: `“${ready.workflow.name}” is in place: ${made.length} actions.`,
      });
    });
  }

  protected override render() {
    const place = `/portal/watchers/${this.number}/actions`;
    return html`${backLink(place, "All actions of this watcher")} ${heading("Ready workflows")} ${formNotice(this.sending.words)}
    ${loaded(this.known, (all) => this.form(all, place))}`;
  }

  private form(all: Ready[], place: string): TemplateResult {
    const ready = all[this.chosen];
    if (ready === undefined) return html`<p>There are none.</p>`;
    const asked = askedFor(ready.settings);
    return html`<form class="sheet" novalidate @submit=${(event: SubmitEvent) => this.submit(event, ready, asked)}>
      <fieldset class="field">
        <legend>Workflow</legend>
        ${all.map(
          ({ workflow }, index) => html`<label class="choice">
            <input type="radio" name="workflow" value=${index} .checked=${index === this.chosen} @change=${() => (this.chosen = index)} />
            <span>${workflow.name} <span class="hint">${workflow.description}</span></span>
          </label>`,
        )}
      </fieldset>
      ${asked.map((one) =>
        textField({
          name: one.field,
          label: one.label,
          hint: one.hint === "" ? undefined : one.hint,
          value: one.value,
          error: this.sending.error(one.field),
          ...(one.isNumber ? { inputmode: "decimal" as const } : {}),
        }),
      )}
      <p>It adds ${ready.workflow.actions.length} actions: ${ready.workflow.actions.map((action) => action.name).join(", ")}.${asked.length > 0 ? nothing : " It asks for nothing."}</p>
      <div class="buttons">
        <button type="submit" ?disabled=${this.sending.busy}>${this.sending.busy ? "Saving …" : "Use this workflow"}</button>
        <a href=${place}>Cancel</a>
      </div>
    </form>`;
  }
}
