import { html, nothing, type TemplateResult } from "lit";
import { type Credential, listCredentials } from "../../data/credential.ts";
import { badge } from "../ui/badge.ts";
import { Loader, whenLoaded } from "../ui/loader.ts";
import { heading, PortalPage } from "../ui/page.ts";
import { purposeText } from "./purpose.ts";
import { credentialStatus } from "./status.ts";

export class StormCredentials extends PortalPage {
  private readonly credentials = new Loader(this, listCredentials);

  protected override render() {
    return html`<div class="top">
        ${heading("Credentials")} ${this.isAdmin ? html`<a class="button" href="/portal/credentials/new">Add credential</a>` : nothing}
      </div>
      <p>App registrations with which watchers sign in at the mail provider, and keys of other systems that actions call. Secrets are stored encrypted and never shown again.</p>
      ${whenLoaded(this.credentials, (all) => this.list(all))}`;
  }

  private list(all: Credential[]): TemplateResult {
    if (all.length === 0) return html`<p>There are no credentials yet.${this.isAdmin ? " Add the first one." : ""}</p>`;
    return html`<ul class="cards">
      ${all.map((credential) => {
        const { tone, title, text } = credentialStatus(credential, new Date());
        return html`<li class="sheet card">
          <div class="card-top">
            <h2><a href="/portal/credentials/${credential.id}">${credential.name}</a></h2>
            ${badge(tone, title)}
          </div>
          <p class=${tone === "bad" ? "reason bad" : "reason"}>${text}</p>
          <p class="quiet">${purposeText(credential)}</p>
          <p class="quiet">Tenant ${credential.namespace}, client ID <span class="mono">${credential.clientId}</span></p>
        </li>`;
      })}
    </ul>`;
  }
}
