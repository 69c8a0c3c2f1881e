import { html } from "lit";
import { addCredential } from "../../data/credential.ts";
import { navigateTo } from "../events.ts";
import { titles } from "../titles.ts";
import { backLink, heading, PortalPage } from "../ui/page.ts";
import { Submission } from "../ui/submission.ts";
import { commonText } from "../ui/text.ts";
import { CREDENTIAL_FIELDS, credentialForm, parseCredentialForm } from "./form.ts";
import { credentialText } from "./text.ts";

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
        message: credentialText().addedTest(name),
      });
    });
  };

  protected override render() {
    const actions = html`<a href=${LIST_PATH}>${commonText().cancel}</a>`;
    return html`${backLink(LIST_PATH, credentialText().allCredentials)} ${heading(titles().page["credential-new"])}
    ${credentialForm({
      credential: null,
      submission: this.submission,
      submitLabel: credentialText().addCredential,
      submit: this.submit,
      actions,
    })}`;
  }
}
