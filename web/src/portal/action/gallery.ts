import { html, nothing, type TemplateResult } from "lit";
import { property, state } from "lit/decorators.js";
import { readWatcher } from "../../data/watcher.ts";
import {
  importWorkflow,
  listReadyLayouts,
  listWorkflowTemplates,
  type ReadyLayout,
  type WorkflowTemplate,
} from "../../data/workflow.ts";
import { navigateTo } from "../events.ts";
import { titles } from "../titles.ts";
import { formNotice, readForm, selectField, textField } from "../ui/field.ts";
import { Loader, whenLoaded } from "../ui/loader.ts";
import { backLink, heading, PortalPage } from "../ui/page.ts";
import { Submission } from "../ui/submission.ts";
import { commonText } from "../ui/text.ts";
import { layoutText, workflowText } from "./gallery-names.ts";
import { galleryText } from "./gallery-text.ts";
import { DEFAULT_LAYOUT, layoutOptions, readsMail, withLayout } from "./ready-layout.ts";
import { actionText } from "./text.ts";
import { parseSettings, type SettingField, settingFields } from "./workflow-settings.ts";

interface Gallery {
  templates: WorkflowTemplate[];
  layouts: ReadyLayout[];
}

/** The workflows for this kind of watcher. */
async function loadGallery(watcherId: number, signal: AbortSignal): Promise<Gallery> {
  const [{ kind }, templates, layouts] = await Promise.all([
    readWatcher(watcherId, signal),
    listWorkflowTemplates(signal),
    listReadyLayouts(signal),
  ]);
  return { templates: templates.filter(({ workflow }) => (workflow.kind ?? kind) === kind), layouts };
}

/** Workflow templates for a watcher without actions. */
export class StormGallery extends PortalPage {
  @property({ type: Number }) number = 0;
  @state() private selected = 0;
  @state() private layoutName = DEFAULT_LAYOUT;
  private readonly gallery = new Loader(this, (signal) => loadGallery(this.number, signal));
  private readonly submission = new Submission(this, [
    "settings.Recipients",
    "settings.QuietMinutes",
    "settings.WebhookUrl",
    "settings.Platform",
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
        message: galleryText().added(workflowText(template.workflow).title, actions.length),
      });
    });
  }

  protected override render() {
    const listPath = `/portal/watchers/${this.number}/actions`;
    return html`${backLink(listPath, actionText().allActions)} ${heading(titles().page.gallery)} ${formNotice(this.submission.message)}
    ${whenLoaded(this.gallery, (gallery) => this.form(gallery, listPath))}`;
  }

  private form({ templates, layouts }: Gallery, listPath: string): TemplateResult {
    const chosen = templates[this.selected];
    if (chosen === undefined) return html`<p>${galleryText().unavailable}</p>`;
    const layout = layouts.find(({ name }) => name === this.layoutName);
    const template = withLayout(chosen, layout);
    const fields = settingFields(template.settings);
    return html`<form class="sheet" novalidate @submit=${(event: SubmitEvent) => this.submit(event, template, fields)}>
      <fieldset class="field">
        <legend>${galleryText().workflow}</legend>
        ${templates.map(
          ({ workflow }, index) => html`<label class="choice">
            <input
              type="radio"
              name="workflow"
              value=${index}
              .checked=${index === this.selected}
              @change=${() => (this.selected = index)}
            />
            <span>${workflowText(workflow).title} <span class="hint">${workflowText(workflow).description}</span></span>
          </label>`,
        )}
      </fieldset>
      ${readsMail(template) ? this.layoutChoice(layouts, layout) : nothing}
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
      <p>${galleryText().adds(template.workflow.actions.length, template.workflow.actions.map((action) => action.name).join(", "))} ${fields.length > 0 ? nothing : galleryText().noSettings}</p>
      <div class="buttons">
        <button type="submit" ?disabled=${this.submission.busy}>${this.submission.busy ? commonText().saving : galleryText().use}</button>
        <a href=${listPath}>${commonText().cancel}</a>
      </div>
    </form>`;
  }

  private layoutChoice(layouts: ReadyLayout[], layout: ReadyLayout | undefined): TemplateResult {
    const select = selectField({
      name: "layout",
      label: galleryText().mailFormat,
      hint: layout === undefined ? galleryText().defaultDescription : layoutText(layout).description,
      value: this.layoutName,
      options: layoutOptions(layouts),
    });
    const choose = (event: Event) => {
      this.layoutName = (event.target as HTMLSelectElement).value;
    };
    return html`<div @change=${choose}>${select}</div>
      ${
        layout === undefined
          ? nothing
          : html`<pre class="config-json mail-sample" tabindex="0" role="region" aria-label=${galleryText().mailExample}>${layout.sample}</pre>`
      }`;
  }
}
