import { html, nothing, type TemplateResult } from "lit";
import { property, state } from "lit/decorators.js";
import { importWorkflow, listWorkflowTemplates, type WorkflowTemplate } from "../../data/workflow.ts";
import { navigateTo } from "../events.ts";
import { formNotice, readForm, textField } from "../ui/field.ts";
import { Loader, whenLoaded } from "../ui/loader.ts";
import { backLink, heading, PortalPage } from "../ui/page.ts";
import { Submission } from "../ui/submission.ts";
import { parseSettings, type SettingField, settingFields } from "./workflow-settings.ts";

/** Workflow templates for a watcher without actions. */
export class StormGallery extends PortalPage {
  @property({ type: Number }) number = 0;
  @state() private selected = 0;
  private readonly templates = new Loader(this, listWorkflowTemplates);
  private readonly submission = new Submission(this, [
    "settings.Recipients",
    "settings.QuietMinutes",
    "settings.RadiusMiles",
    "settings.DangerMinutes",
    "settings.AllClearMinutes",
  ]);

  private submit(event: SubmitEvent, template: WorkflowTemplate, fields: SettingField[]): void {
    const parsed = parseSettings(fields, readForm(event));
    if ("errors" in parsed) {
      this.submission.reject(parsed.errors);
      return;
    }
    void this.submission.send(async (signal) => {
      const actions = await importWorkflow(this.number, template, parsed.settings, signal);
      navigateTo(`/portal/watchers/${this.number}/actions`, {
        replace: true,
        message: `“${template.workflow.name}” was added with ${actions.length} actions.`,
      });
    });
  }

  protected override render() {
    const listPath = `/portal/watchers/${this.number}/actions`;
    return html`${backLink(listPath, "All actions")} ${heading("Ready workflows")} ${formNotice(this.submission.message)}
    ${whenLoaded(this.templates, (all) => this.form(all, listPath))}`;
  }

  private form(all: WorkflowTemplate[], listPath: string): TemplateResult {
    const template = all[this.selected];
    if (template === undefined) return html`<p>No ready-made workflows are available.</p>`;
    const fields = settingFields(template.settings);
    return html`<form class="sheet" novalidate @submit=${(event: SubmitEvent) => this.submit(event, template, fields)}>
      <fieldset class="field">
        <legend>Workflow</legend>
        ${all.map(
          ({ workflow }, index) => html`<label class="choice">
            <input
              type="radio"
              name="workflow"
              value=${index}
              .checked=${index === this.selected}
              @change=${() => (this.selected = index)}
            />
            <span>${workflow.name} <span class="hint">${workflow.description}</span></span>
          </label>`,
        )}
      </fieldset>
      ${fields.map((setting) =>
        textField({
          name: setting.field,
          label: setting.label,
          hint: setting.hint === "" ? undefined : setting.hint,
          value: setting.value,
          error: this.submission.error(setting.field),
          ...(setting.isNumber ? { inputmode: "decimal" as const } : {}),
        }),
      )}
      <p>Adds ${template.workflow.actions.length} actions: ${template.workflow.actions.map((action) => action.name).join(", ")}.${fields.length > 0 ? nothing : " This workflow has no settings."}</p>
      <div class="buttons">
        <button type="submit" ?disabled=${this.submission.busy}>${this.submission.busy ? "Saving…" : "Use this workflow"}</button>
        <a href=${listPath}>Cancel</a>
      </div>
    </form>`;
  }
}
