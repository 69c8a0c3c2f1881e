import { html, nothing, type TemplateResult } from "lit";
import { property, state } from "lit/decorators.js";
import {
  DEFAULT_POLICY_ID,
  deletePolicy,
  type Policy,
  type PolicyPreview,
  previewPolicy,
  readPolicy,
  writePolicy,
} from "../../data/policy.ts";
import { navigateTo, showStatus } from "../events.ts";
import { documentTitle, POLICIES_PATH } from "../route.ts";
import type { StormConfirm } from "../ui/confirm.ts";
import { Loader, whenLoaded } from "../ui/loader.ts";
import { backLink, heading, PortalPage } from "../ui/page.ts";
import { Submission } from "../ui/submission.ts";
import { effectSection } from "./effect.ts";
import { POLICY_FIELDS, parsePolicyForm, policyForm } from "./form.ts";
import { ringText, ruleText } from "./rule-text.ts";

/** One policy: a form for administrators, its rule for everyone else. */
export class StormPolicy extends PortalPage {
  @property({ type: Number }) number = 0;
  @state() private effect: PolicyPreview | null | undefined;
  private readonly policy = new Loader(this, (signal) => readPolicy(this.number, signal));
  private readonly submission = new Submission(this, POLICY_FIELDS);

  protected override updated(): void {
    const { value } = this.policy;
    if (value !== null) document.title = documentTitle(value.name);
  }

  private readonly submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const input = parsePolicyForm(new FormData(event.currentTarget as HTMLFormElement), this.submission);
    if (input === null) return;
    void this.submission.send(async (signal) => {
      const policy = await writePolicy(this.number, input, signal);
      this.policy.set(policy);
      this.effect = undefined;
      showStatus(`“${policy.name}” was saved.`);
    });
  };

  private readonly preview = (form: HTMLFormElement): void => {
    const input = parsePolicyForm(new FormData(form), this.submission);
    if (input === null) return;
    void this.submission.send(async (signal) => {
      this.effect = await previewPolicy(this.number, input, signal);
    });
  };

  private readonly delete = (): void => {
    const name = this.policy.value?.name ?? "";
    void this.submission.send(async (signal) => {
      await deletePolicy(this.number, signal);
      navigateTo(POLICIES_PATH, { replace: true, message: `“${name}” was deleted.` });
    });
  };

  protected override render() {
    return html`${backLink(POLICIES_PATH, "All policies")} ${heading(this.policy.value?.name ?? "Policy")}
    ${whenLoaded(this.policy, (policy) => (this.isAdmin ? this.editor(policy) : facts(policy)))}`;
  }

  private editor(policy: Policy): TemplateResult {
    const confirm = () => this.querySelector<StormConfirm>("storm-confirm")?.open();
    const isDefault = policy.id === DEFAULT_POLICY_ID;
    return html`${isDefault ? html`<p>The city's default: it applies to every facility that has no policy of its own.</p>` : nothing}
      ${policyForm({
        policy,
        submission: this.submission,
        submitLabel: "Save",
        submit: this.submit,
        preview: this.preview,
        actions: isDefault
          ? nothing
          : html`<button type="button" class="danger plain" @click=${confirm}>Delete policy</button>`,
      })}
      ${effectSection(this.effect)}
      <storm-confirm
        .question=${`Delete “${policy.name}”?`}
        detail="A policy that a facility has cannot be deleted."
        button-label="Delete policy"
        @storm-confirmed=${this.delete}
      ></storm-confirm>`;
  }
}

function facts(policy: Policy): TemplateResult {
  return html`<div class="sheet"><p>${ruleText(policy)}</p><p>${ringText(policy)}</p></div>`;
}
