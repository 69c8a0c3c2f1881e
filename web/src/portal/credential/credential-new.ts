import { html } from "lit";
import { addCredential } from "../../data/credential.ts";
import { navigateTo } from "../events.ts";
import { backLink, heading, PortalPage } from "../ui/page.ts";
import { Submission } from "../ui/submission.ts";
import { CREDENTIAL_FIELDS, credentialForm, parseCredentialForm } from "./form.ts";

const LIST_PATH = "/portal/credentials";

export class StormCredentialNew extends PortalPage {
  private readonly submission = new Submission(this, CREDENTIAL_FIELDS);

  private readonly submit = (event: SubmitEvent): void => {
    const input = parseCredentialForm(event, this.submission, null);
    if (input === null) return;
    void this.submission.send(async (signal) => {
      const { id, name } = await addCredential(input, signal);
      navigateTo(`${LIST_PATH}/${id}`, {
        replace: true,
        message: `“${name}” was added. Test the sign-in before you use it.`,
      });
    });
  };

  protected override render() {
    const actions = html`<a href=${LIST_PATH}>Cancel</a>`;
    return html`${backLink(LIST_PATH, "All credentials")} ${heading("Add a credential")}
    ${credentialForm({
      credential: null,
      submission: this.submission,
      submitLabel: "Add credential",
      submit: this.submit,
      actions,
    })}`;
  }
}
