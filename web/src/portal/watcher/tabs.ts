import { html, nothing, type TemplateResult } from "lit";
import { watcherText } from "./text.ts";

export type Tab = "settings" | "actions" | "balance";

export function watcherTabs(id: number, open: Tab): TemplateResult {
  const { tabs } = watcherText();
  const tab = (name: Tab, path: string, label: string) =>
    html`<li><a href="/portal/watchers/${id}${path}" aria-current=${name === open ? "page" : nothing}>${label}</a></li>`;
  return html`<nav class="tabs" aria-label=${tabs.label}>
    <ul>
      ${tab("settings", "", tabs.settings)} ${tab("actions", "/actions", tabs.actions)} ${tab("balance", "/balance", tabs.balance)}
      <li><a href="/portal/log?jobId=${id}">${tabs.log}</a></li>
    </ul>
  </nav>`;
}
