import { html } from "lit";
import { addCredential } from "../../data/credential.ts";
import { go } from "../events.ts";
import { backLink, heading, PortalPage } from "../part/page.ts";
import { Sending } from "../part/sending.ts";
import { CREDENTIAL_FIELDS, credentialForm, readCredentialForm } from "./form.ts";

const PLACE = "/portal/credentials";

export class StormCredentialNew extends PortalPage {
  private readonly sending = new Sending(this, CREDENTIAL_FIELDS);

  private readonly submit = (event: SubmitEvent): void => {
    const input = readCredentialForm(event, this.sending, true);
    if (input === null) return;
    void this.sending.send(async (signal) => {
      const { id, name } = await addCredential(input, signal);
      go(`${PLACE}/${id}`, { replace: true, words: `“${name}” was added. Test it before you use it.` });
    });
  };

  protected override render() {
    const beside = html`<a href=${PLACE}>Cancel</a>`;
    return html`${backLink(PLACE, "All credentials")} ${heading("Add a credential")}
    ${credentialForm({ credential: null, sending: this.sending, act: "Add credential", submit: this.submit, beside })}`;
  }
}
