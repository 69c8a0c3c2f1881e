import { html, nothing, type TemplateResult } from "lit";
import { property, state } from "lit/decorators.js";
import {
  type Credential,
  deleteCredential,
  readCredential,
  tryCredential,
  writeCredential,
} from "../../data/credential.ts";
import type { Finding } from "../../data/watcher.ts";
import { go, say } from "../events.ts";
import { badge } from "../part/badge.ts";
import type { StormConfirm } from "../part/confirm.ts";
import { formNotice } from "../part/field.ts";
import { Loading, loaded } from "../part/loading.ts";
import { backLink, heading, PortalPage } from "../part/page.ts";
import { Sending } from "../part/sending.ts";
import { documentTitle } from "../route.ts";
import { findingList } from "../watcher/form.ts";
import { CREDENTIAL_FIELDS, credentialForm, readCredentialForm } from "./form.ts";
import { credentialStanding } from "./standing.ts";

const PLACE = "/portal/credentials";

/** One credential. Its secret is written and never read. */
export class StormCredential extends PortalPage {
  @property({ type: Number }) number = 0;
  @state() private finding: Finding | null = null;
  private readonly credential = new Loading(this, (signal) => readCredential(this.number, signal));
  private readonly sending = new Sending(this, CREDENTIAL_FIELDS);
  private readonly trying = new Sending(this);

  protected override updated(): void {
    const { value } = this.credential;
    if (value !== null) document.title = documentTitle(value.name);
  }

  private readonly submit = (event: SubmitEvent): void => {
    const input = readCredentialForm(event, this.sending, false);
    if (input === null) return;
    const form = event.currentTarget as HTMLFormElement;
    void this.sending.send(async (signal) => {
      const credential = await writeCredential(this.number, input, signal);
      this.credential.set(credential);
      this.finding = null;
      for (const secret of form.querySelectorAll<HTMLInputElement>('input[type="password"]')) secret.value = "";
      say(`“${credential.name}” was saved.`);
    });
  };

  private readonly test = (): void => {
    this.finding = null;
    void this.trying.send(async (signal) => {
      this.finding = await tryCredential(this.number, signal);
    });
  };

  private readonly erase = (): void => {
    const name = this.credential.value?.name ?? "";
    void this.sending.send(async (signal) => {
      await deleteCredential(this.number, signal);
      go(PLACE, { replace: true, words: `“${name}” was deleted.` });
    });
  };

  protected override render() {
    return html`${backLink(PLACE, "All credentials")} ${heading(this.credential.value?.name ?? "Credential")}
    ${loaded(this.credential, (credential) => this.page(credential))}`;
  }

  private page(credential: Credential): TemplateResult {
    const { tone, title, words } = credentialStanding(credential, new Date());
    // The sign-in tries what is stored: while a new secret is on its way there, an answer would be about the old one.
    const waits = this.trying.busy || this.sending.busy;
    return html`<section class="sheet" aria-labelledby="standing">
        <div class="card-top"><h2 id="standing">How it stands</h2>${badge(tone, title)}</div>
        <p class=${tone === "bad" ? "reason bad" : "reason"}>${words}</p>
        ${
          this.isOperator
            ? html`<div class="buttons tight"><button type="button" class="second" ?disabled=${waits} @click=${this.test}>${this.trying.busy ? "Signing in …" : "Test sign-in"}</button></div>`
            : nothing
        }
        ${formNotice(this.trying.words)}
        <div role="status">${this.finding === null ? nothing : findingList([{ ...this.finding, what: this.finding.good ? "Works" : "Refused" }])}</div>
      </section>
      ${this.isAdmin ? this.editor(credential) : facts(credential)}`;
  }

  private editor(credential: Credential): TemplateResult {
    const ask = () => this.querySelector<StormConfirm>("storm-confirm")?.open();
    const beside = html`<button type="button" class="danger plain" @click=${ask}>Delete credential</button>`;
    return html`${credentialForm({ credential, sending: this.sending, act: "Save", submit: this.submit, beside })}
      <storm-confirm
        .question=${`Delete “${credential.name}”?`}
        detail="A credential that a watcher or an action uses cannot be deleted."
        act="Delete credential"
        @storm-confirmed=${this.erase}
      ></storm-confirm>`;
  }
}

function facts({ namespace, clientId }: Credential): TemplateResult {
  return html`<div class="sheet">
    <dl class="derived">
      <div><dt>Tenant</dt><dd>${namespace}</dd></div>
      <div><dt>Client id</dt><dd class="mono">${clientId}</dd></div>
      <div><dt>Secret</dt><dd>stored, never shown</dd></div>
    </dl>
  </div>`;
}
