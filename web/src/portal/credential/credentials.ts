import { html, nothing, type TemplateResult } from "lit";
import { type Credential, listCredentials } from "../../data/credential.ts";
import { titles } from "../titles.ts";
import { badge } from "../ui/badge.ts";
import { Loader, whenLoaded } from "../ui/loader.ts";
import { heading, PortalPage } from "../ui/page.ts";
import { purposeText } from "./purpose.ts";
import { credentialStatus } from "./status.ts";
import { credentialText } from "./text.ts";

export class StormCredentials extends PortalPage {
  private readonly credentials = new Loader(this, listCredentials);

  protected override render() {
    return html`<div class="top">
        ${heading(titles().page.credentials)} ${this.isAdmin ? html`<a class="button" href="/portal/credentials/new">${credentialText().addCredential}</a>` : nothing}
      </div>
      <p>${credentialText().hint}</p>
      ${whenLoaded(this.credentials, (all) => this.list(all))}`;
  }

  private list(all: Credential[]): TemplateResult {
    if (all.length === 0)
      return html`<p>${credentialText().noCredentials} ${this.isAdmin ? credentialText().addFirst : nothing}</p>`;
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
          <p class="quiet">${credentialText().tenantAndClient(credential.namespace)} <span class="mono">${credential.clientId}</span></p>
        </li>`;
      })}
    </ul>`;
  }
}
