import { html, nothing, type TemplateResult } from "lit";
import { DEFAULT_POLICY_ID, listPolicies, type Policy } from "../../data/policy.ts";
import { FACILITIES_PATH, POLICIES_PATH } from "../route.ts";
import { titles } from "../titles.ts";
import { Loader, whenLoaded } from "../ui/loader.ts";
import { backLink, heading, PortalPage } from "../ui/page.ts";
import { commonText } from "../ui/text.ts";
import { ringText, ruleText } from "./rule-text.ts";
import { policyText } from "./text.ts";

export class StormPolicies extends PortalPage {
  private readonly policies = new Loader(this, listPolicies);

  protected override render() {
    return html`${backLink(FACILITIES_PATH, commonText().allFacilities)}
      <div class="top">
        ${heading(titles().page.policies)} ${this.isAdmin ? html`<a class="button" href="${POLICIES_PATH}/new">${policyText().addPolicy}</a>` : nothing}
      </div>
      <p>${policyText().hint}</p>
      ${whenLoaded(this.policies, (all) => list(all))}`;
  }
}

function list(all: Policy[]): TemplateResult {
  return html`<ul class="cards">
    ${all.map(
      (policy) => html`<li class="sheet card">
        <div class="card-top">
          <h2><a href="${POLICIES_PATH}/${policy.id}">${policy.name}</a></h2>
          ${policy.id === DEFAULT_POLICY_ID ? html`<span class="tag">${policyText().cityDefault}</span>` : nothing}
        </div>
        <p>${ruleText(policy)}</p>
        <p class="quiet">${ringText(policy)}</p>
      </li>`,
    )}
  </ul>`;
}
