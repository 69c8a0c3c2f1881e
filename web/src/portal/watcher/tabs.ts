import { html, nothing, type TemplateResult } from "lit";

export type Tab = "settings" | "actions" | "balance";

/** The pages of one watcher. */
export function watcherTabs(id: number, open: Tab): TemplateResult {
  const tab = (name: Tab, path: string, words: string) =>
    html`<li><a href="/portal/watchers/${id}${path}" aria-current=${name === open ? "page" : nothing}>${words}</a></li>`;
  return html`<nav class="tabs" aria-label="This watcher">
    <ul>
      ${tab("settings", "", "Settings and state")} ${tab("actions", "/actions", "Actions")} ${tab("balance", "/balance", "Balance")}
      <li><a href="/portal/log?jobId=${id}">Log</a></li>
    </ul>
  </nav>`;
}
