import { html, LitElement, nothing, type TemplateResult } from "lit";
import { property, state } from "lit/decorators.js";
import type { JsonObject } from "../../data/json.ts";
import { listReadyLayouts, type ReadyLayout } from "../../data/workflow.ts";
import { ConfigChanged } from "../action/config-form.ts";
import { layoutText } from "../action/gallery-names.ts";
import type { StormConfirm } from "../ui/confirm.ts";
import { Loader } from "../ui/loader.ts";
import { fieldNames } from "./fields.ts";
import { withReadyLayout } from "./layout-choices.ts";
import { workbenchText } from "./text.ts";

/** Offers complete patterns for common formats. Fires `storm-config` when one is chosen. */
export class StormReadyFormat extends LitElement {
  @property({ attribute: false }) config: JsonObject = {};
  @state() private selected = "";
  private readonly layouts = new Loader(this, listReadyLayouts);

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  private use(layout: ReadyLayout): void {
    this.dispatchEvent(new ConfigChanged(withReadyLayout(this.config, layout.config), true));
  }

  private request(layout: ReadyLayout): void {
    if (fieldNames(this.config).length === 0) this.use(layout);
    else this.querySelector<StormConfirm>("storm-confirm")?.open();
  }

  /** Nothing while loading and after an error: the rest of the page works without it. */
  protected override render() {
    const layouts = this.layouts.value ?? [];
    if (layouts.length === 0) return nothing;
    const layout = layouts.find(({ name }) => name === this.selected);
    return html`<div class="field">
        <label for="workbench-format">${workbenchText().startFromFormat}</label>
        <select
          id="workbench-format"
          @change=${(event: Event) => (this.selected = (event.target as HTMLSelectElement).value)}
        >
          <option value="" ?selected=${layout === undefined}>${workbenchText().chooseFormat}</option>
          ${layouts.map((one) => html`<option value=${one.name} ?selected=${one.name === this.selected}>${layoutText(one).title}</option>`)}
        </select>
      </div>
      ${layout === undefined ? nothing : this.details(layout)}`;
  }

  private details(layout: ReadyLayout): TemplateResult {
    const fields = fieldNames(this.config);
    const [text, { title, description }] = [workbenchText(), layoutText(layout)];
    return html`<p>${description}</p>
      <details class="field">
        <summary>${text.sampleMail}</summary>
        <div class="sample-mail mono" tabindex="0" role="region" aria-label=${text.sampleMail}>${layout.sample}</div>
      </details>
      <div class="buttons">
        <button type="button" class="second" @click=${() => this.request(layout)}>${text.useFormat}</button>
      </div>
      <storm-confirm
        question=${text.replaceQuestion}
        detail=${text.replaceDetail(title, fields.join(", "))}
        button-label=${text.replacePatterns}
        @storm-confirmed=${() => this.use(layout)}
      ></storm-confirm>`;
  }
}
