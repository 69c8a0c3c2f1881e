import { html, nothing, type TemplateResult } from "lit";
import { property, state } from "lit/decorators.js";
import {
  type Credential,
  deleteCredential,
  readCredential,
  testCredential,
  writeCredential,
} from "../../data/credential.ts";
import type { CheckResult } from "../../data/watcher.ts";
import { navigateTo, showStatus } from "../events.ts";
import { documentTitle } from "../route.ts";
import { titles } from "../titles.ts";
import { badge } from "../ui/badge.ts";
import { checkResultList } from "../ui/check-results.ts";
import type { StormConfirm } from "../ui/confirm.ts";
import { formNotice } from "../ui/field.ts";
import { Loader, whenLoaded } from "../ui/loader.ts";
import { backLink, heading, PortalPage } from "../ui/page.ts";
import { Submission } from "../ui/submission.ts";
import { commonText } from "../ui/text.ts";
import { CREDENTIAL_FIELDS, credentialForm, parseCredentialForm } from "./form.ts";
import { opensMailboxes, purposeText } from "./purpose.ts";
import { credentialStatus } from "./status.ts";
import { credentialText } from "./text.ts";

const LIST_PATH = "/portal/credentials";
/** Emptied after saving, so that no secret stays on the screen. */
const SECRET_FIELDS = '[name="clientSecret"], [name="certificate"]';

/** One credential. Its secret can be replaced but never read. */
export class StormCredential extends PortalPage {
  @property({ type: Number }) number = 0;
  @state() private checkResult: CheckResult | null = null;
  private readonly credential = new Loader(this, (signal) => readCredential(this.number, signal));
  private readonly submission = new Submission(this, CREDENTIAL_FIELDS);
  private readonly testing = new Submission(this);

  protected override updated(): void {
    const { value } = this.credential;
    if (value !== null) document.title = documentTitle(value.name);
  }

  private readonly submit = (event: SubmitEvent): void => {
    const input = parseCredentialForm(event, this.submission, this.credential.value);
    if (input === null) return;
    const form = event.currentTarget as HTMLFormElement;
    void this.submission.send(async (signal) => {
      const credential = await writeCredential(this.number, input, signal);
      this.credential.set(credential);
      this.checkResult = null;
      for (const secret of form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(SECRET_FIELDS))
        secret.value = "";
      showStatus(commonText().saved(credential.name));
    });
  };

  private readonly test = (): void => {
    this.checkResult = null;
    void this.testing.send(async (signal) => {
      this.checkResult = await testCredential(this.number, signal);
    });
  };

  private readonly delete = (): void => {
    const name = this.credential.value?.name ?? "";
    void this.submission.send(async (signal) => {
      await deleteCredential(this.number, signal);
      navigateTo(LIST_PATH, { replace: true, message: commonText().deleted(name) });
    });
  };

  protected override render() {
    return html`${backLink(LIST_PATH, credentialText().allCredentials)} ${heading(this.credential.value?.name ?? titles().page.credential)}
    ${whenLoaded(this.credential, (credential) => this.page(credential))}`;
  }

  private page(credential: Credential): TemplateResult {
    const { tone, title, text } = credentialStatus(credential, new Date());
    // The test uses the stored secret, so it must wait until a new one is saved.
    const isBusy = this.testing.busy || this.submission.busy;
    return html`<section class="sheet" aria-labelledby="status">
        <div class="card-top"><h2 id="status">${commonText().status}</h2>${badge(tone, title)}</div>
        <p class=${tone === "bad" ? "reason bad" : "reason"}>${text}</p>
        ${
          this.isOperator && opensMailboxes(credential)
            ? html`<div class="buttons tight"><button
              type="button"
              class="second"
              ?disabled=${isBusy}
              @click=${this.test}
            >${this.testing.busy ? credentialText().signingIn : credentialText().testSignIn}</button></div>`
            : nothing
        }
        ${formNotice(this.testing.message)}
        <div role="status">${this.checkResult === null ? nothing : checkResultList([{ ...this.checkResult, name: this.checkResult.passed ? credentialText().signInWorks : credentialText().signInFailed }])}</div>
      </section>
      ${this.isAdmin ? this.editor(credential) : facts(credential)}`;
  }

  private editor(credential: Credential): TemplateResult {
    const confirm = () => this.querySelector<StormConfirm>("storm-confirm")?.open();
    const actions = html`<button type="button" class="danger plain" @click=${confirm}>${credentialText().deleteCredential}</button>`;
    return html`${credentialForm({
      credential,
      submission: this.submission,
      submitLabel: commonText().save,
      submit: this.submit,
      actions,
    })}
      <storm-confirm
        .question=${commonText().deleteQuestion(credential.name)}
        detail=${credentialText().deleteDetail}
        button-label=${credentialText().deleteCredential}
        @storm-confirmed=${this.delete}
      ></storm-confirm>`;
  }
}

function facts(credential: Credential): TemplateResult {
  const { namespace, clientId } = credential;
  const text = credentialText();
  return html`<div class="sheet">
    <dl class="derived">
      <div><dt>${text.purpose}</dt><dd>${purposeText(credential)}</dd></div>
      <div><dt>${text.tenant}</dt><dd>${namespace}</dd></div>
      <div><dt>${text.clientId}</dt><dd class="mono">${clientId}</dd></div>
      <div><dt>${text.secret}</dt><dd>${text.secretNeverShown}</dd></div>
    </dl>
  </div>`;
}
