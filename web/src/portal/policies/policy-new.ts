import { html } from "lit";
import { state } from "lit/decorators.js";
import { addPolicy, type PolicyPreview, previewPolicy } from "../../data/policy.ts";
import { navigateTo } from "../events.ts";
import { POLICIES_PATH } from "../route.ts";
import { titles } from "../titles.ts";
import { backLink, heading, PortalPage } from "../ui/page.ts";
import { Submission } from "../ui/submission.ts";
import { commonText } from "../ui/text.ts";
import { effectSection } from "./effect.ts";
import { POLICY_FIELDS, parsePolicyForm, policyForm } from "./form.ts";
import { policyText } from "./text.ts";

export class StormPolicyNew extends PortalPage {
  @state() private effect: PolicyPreview | null | undefined;
  private readonly submission = new Submission(this, POLICY_FIELDS);

  private readonly submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const input = parsePolicyForm(new FormData(event.currentTarget as HTMLFormElement), this.submission);
    if (input === null) return;
    void this.submission.send(async (signal) => {
      const { id, name } = await addPolicy(input, signal);
      // Replaces the form: going back must not offer to add it again.
      navigateTo(`${POLICIES_PATH}/${id}`, { replace: true, message: policyText().addedHint(name) });
    });
  };

  private readonly preview = (form: HTMLFormElement): void => {
    const input = parsePolicyForm(new FormData(form), this.submission);
    if (input === null) return;
    void this.submission.send(async (signal) => {
      this.effect = await previewPolicy(null, input, signal);
    });
  };

  protected override render() {
    return html`${backLink(POLICIES_PATH, policyText().allPolicies)} ${heading(titles().page["policy-new"])}
    ${policyForm({
      policy: null,
      submission: this.submission,
      submitLabel: policyText().addPolicy,
      submit: this.submit,
      preview: this.preview,
      actions: html`<a href=${POLICIES_PATH}>${commonText().cancel}</a>`,
    })}
    ${effectSection(this.effect)}`;
  }
}
