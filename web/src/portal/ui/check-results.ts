import { html, type TemplateResult } from "lit";
import type { CheckResult } from "../../data/watcher.ts";
import { badge } from "./badge.ts";

export function checkResultList(results: readonly CheckResult[]): TemplateResult {
  return html`<ul class="result-list">
    ${results.map(({ name, passed, message }) => html`<li>${badge(passed ? "good" : "bad", name)} <span>${message}</span></li>`)}
  </ul>`;
}
