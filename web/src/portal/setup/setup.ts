import { html, nothing, type TemplateResult } from "lit";
import { readSetup, type Setup, type SetupStep } from "../../data/setup.ts";
import { Loader, whenLoaded } from "../ui/loader.ts";
import { heading, PortalPage } from "../ui/page.ts";
import { progressText, stepText } from "./steps.ts";
import { setupText } from "./text.ts";

/** The checklist of a new service. */
export class StormSetup extends PortalPage {
  private readonly setup = new Loader(this, readSetup);

  protected override render() {
    return html`${heading(setupText().setup)} ${whenLoaded(this.setup, (setup) => checklist(setup))}`;
  }
}

function checklist(setup: Setup): TemplateResult {
  const next = setup.steps.find(({ isDone }) => !isDone);
  return html`<p role="status">${progressText(setup)}</p>
    <ol class="setup-steps">
      ${setup.steps.map((step) => card(step, step === next))}
    </ol>`;
}

function card(step: SetupStep, isNext: boolean): TemplateResult {
  const { title, task, linkLabel } = stepText(step);
  const label = step.isDone ? setupText().review : linkLabel;
  return html`<li class="sheet ${step.isDone ? "done" : ""}" data-step=${step.step}>
    <div class="setup-title">
      <h2>${title}</h2>
      <span class="tag ${step.isDone ? "good" : ""}">${step.isDone ? setupText().done : setupText().toDo}</span>
    </div>
    ${step.isDone ? nothing : html`<p>${task}</p>`}
    <p class="quiet">${step.state}</p>
    <a class=${isNext ? "button" : ""} href=${step.page}>${label}${step.isDone ? html`<span class="unseen"> ${title}</span>` : nothing}</a>
  </li>`;
}
