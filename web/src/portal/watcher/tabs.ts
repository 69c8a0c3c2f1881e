import { html, nothing, type TemplateResult } from "lit";

export type Tab = "settings" | "actions" | "balance";

export function watcherTabs(id: number, open: Tab): TemplateResult {
  const tab = (name: Tab, path: string, label: string) =>
    html`<li><a href="/portal/watchers/${id}${path}" aria-current=${name === open ? "page" : nothing}>${label}</a></li>`;
  return html`<nav class="tabs" aria-label="Watcher">
    <ul>
      ${tab("settings", "", "Settings and status")} ${tab("actions", "/actions", "Actions")} ${tab("balance", "/balance", "Balance")}
      <li><a href="/portal/log?jobId=${id}">Log</a></li>
    </ul>
  </nav>`;
}
