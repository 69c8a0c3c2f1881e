import { html, nothing, type TemplateResult } from "lit";
import { DEFAULT_POLICY_ID, listPolicies, type Policy } from "../../data/policy.ts";
import { FACILITIES_PATH, POLICIES_PATH } from "../route.ts";
import { Loader, whenLoaded } from "../ui/loader.ts";
import { backLink, heading, PortalPage } from "../ui/page.ts";
import { ringText, ruleText } from "./rule-text.ts";

export class StormPolicies extends PortalPage {
  private readonly policies = new Loader(this, listPolicies);

  protected override render() {
    return html`${backLink(FACILITIES_PATH, "All facilities")}
      <div class="top">
        ${heading("Policies")} ${this.isAdmin ? html`<a class="button" href="${POLICIES_PATH}/new">Add policy</a>` : nothing}
      </div>
      <p>A policy decides when a facility is Active and when it is clear again. Facilities without a policy of their own have the city's default.</p>
      ${whenLoaded(this.policies, (all) => list(all))}`;
  }
}

function list(all: Policy[]): TemplateResult {
  return html`<ul class="cards">
    ${all.map(
      (policy) => html`<li class="sheet card">
        <div class="card-top">
          <h2><a href="${POLICIES_PATH}/${policy.id}">${policy.name}</a></h2>
          ${policy.id === DEFAULT_POLICY_ID ? html`<span class="tag">City's default</span>` : nothing}
        </div>
        <p>${ruleText(policy)}</p>
        <p class="quiet">${ringText(policy)}</p>
      </li>`,
    )}
  </ul>`;
}
