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
import { titles } from "../titles.ts";
import type { StormConfirm } from "../ui/confirm.ts";
import { Loader, whenLoaded } from "../ui/loader.ts";
import { backLink, heading, PortalPage } from "../ui/page.ts";
import { Submission } from "../ui/submission.ts";
import { commonText } from "../ui/text.ts";
import { effectSection } from "./effect.ts";
import { POLICY_FIELDS, parsePolicyForm, policyForm } from "./form.ts";
import { ringText, ruleText } from "./rule-text.ts";
import { policyText } from "./text.ts";

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
      showStatus(commonText().saved(policy.name));
    });
  };

  private readonly preview = (form: HTMLFormElement): void => {
    const input = parsePolicyForm(new FormData(form), this.submission);
    if (input === null) return;
    void this.submission.send(async (signal) => {
      this.effect = await previewPolicy(this.number, input, signal);
    });
  };

  private readonly reload = (): void => {
    this.effect = undefined;
    void this.policy.reload();
  };

  private readonly delete = (): void => {
    const name = this.policy.value?.name ?? "";
    void this.submission.send(async (signal) => {
      await deletePolicy(this.number, signal);
      navigateTo(POLICIES_PATH, { replace: true, message: commonText().deleted(name) });
    });
  };

  protected override render() {
    return html`${backLink(POLICIES_PATH, policyText().allPolicies)} ${heading(this.policy.value?.name ?? titles().page.policy)}
    ${whenLoaded(this.policy, (policy) => (this.isAdmin ? this.editor(policy) : facts(policy)))}`;
  }

  private editor(policy: Policy): TemplateResult {
    const confirm = () => this.querySelector<StormConfirm>("storm-confirm")?.open();
    const isDefault = policy.id === DEFAULT_POLICY_ID;
    return html`${isDefault ? html`<p>${policyText().defaultHint}</p>` : nothing}
      ${policyForm({
        policy,
        submission: this.submission,
        submitLabel: commonText().save,
        submit: this.submit,
        preview: this.preview,
        actions: isDefault
          ? nothing
          : html`<button type="button" class="danger plain" @click=${confirm}>${policyText().deletePolicy}</button>`,
      })}
      ${effectSection(this.effect)}
      <storm-confirm
        .question=${commonText().deleteQuestion(policy.name)}
        detail=${policyText().deleteDetail}
        button-label=${policyText().deletePolicy}
        @storm-confirmed=${this.delete}
      ></storm-confirm>
      <storm-history kind="policy" .number=${this.number} @storm-restored=${this.reload}></storm-history>`;
  }
}

function facts(policy: Policy): TemplateResult {
  return html`<div class="sheet"><p>${ruleText(policy)}</p><p>${ringText(policy)}</p></div>`;
}
