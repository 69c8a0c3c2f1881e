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
import { badge } from "../ui/badge.ts";
import type { StormConfirm } from "../ui/confirm.ts";
import { formNotice } from "../ui/field.ts";
import { Loader, whenLoaded } from "../ui/loader.ts";
import { backLink, heading, PortalPage } from "../ui/page.ts";
import { Submission } from "../ui/submission.ts";
import { checkResultList } from "../watcher/form.ts";
import { CREDENTIAL_FIELDS, credentialForm, parseCredentialForm } from "./form.ts";
import { opensMailboxes, purposeText } from "./purpose.ts";
import { credentialStatus } from "./status.ts";

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
      showStatus(`“${credential.name}” was saved.`);
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
      navigateTo(LIST_PATH, { replace: true, message: `“${name}” was deleted.` });
    });
  };

  protected override render() {
    return html`${backLink(LIST_PATH, "All credentials")} ${heading(this.credential.value?.name ?? "Credential")}
    ${whenLoaded(this.credential, (credential) => this.page(credential))}`;
  }

  private page(credential: Credential): TemplateResult {
    const { tone, title, text } = credentialStatus(credential, new Date());
    // The test uses the stored secret, so it must wait until a new one is saved.
    const isBusy = this.testing.busy || this.submission.busy;
    return html`<section class="sheet" aria-labelledby="status">
        <div class="card-top"><h2 id="status">Status</h2>${badge(tone, title)}</div>
        <p class=${tone === "bad" ? "reason bad" : "reason"}>${text}</p>
        ${
          this.isOperator && opensMailboxes(credential)
            ? html`<div class="buttons tight"><button
              type="button"
              class="second"
              ?disabled=${isBusy}
              @click=${this.test}
            >${this.testing.busy ? "Signing in…" : "Test sign-in"}</button></div>`
            : nothing
        }
        ${formNotice(this.testing.message)}
        <div role="status">${this.checkResult === null ? nothing : checkResultList([{ ...this.checkResult, name: this.checkResult.passed ? "Sign-in works" : "Sign-in failed" }])}</div>
      </section>
      ${this.isAdmin ? this.editor(credential) : facts(credential)}`;
  }

  private editor(credential: Credential): TemplateResult {
    const confirm = () => this.querySelector<StormConfirm>("storm-confirm")?.open();
    const actions = html`<button type="button" class="danger plain" @click=${confirm}>Delete credential</button>`;
    return html`${credentialForm({
      credential,
      submission: this.submission,
      submitLabel: "Save",
      submit: this.submit,
      actions,
    })}
      <storm-confirm
        .question=${`Delete “${credential.name}”?`}
        detail="A credential that is used by a watcher or an action cannot be deleted."
        button-label="Delete credential"
        @storm-confirmed=${this.delete}
      ></storm-confirm>`;
  }
}

function facts(credential: Credential): TemplateResult {
  const { namespace, clientId } = credential;
  return html`<div class="sheet">
    <dl class="derived">
      <div><dt>Purpose</dt><dd>${purposeText(credential)}</dd></div>
      <div><dt>Tenant</dt><dd>${namespace}</dd></div>
      <div><dt>Client ID</dt><dd class="mono">${clientId}</dd></div>
      <div><dt>Secret</dt><dd>stored encrypted, never shown</dd></div>
    </dl>
  </div>`;
}
