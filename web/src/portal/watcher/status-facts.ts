// What the service reports about a watcher. Read-only.
import { html, nothing, type TemplateResult } from "lit";
import type { Watcher } from "../../data/watcher.ts";
import { relativeTime } from "../ui/relative-time.ts";
import { lastPollError, nextPollText, pollLoop, subscriptionText } from "./health.ts";
import { isStatusWatcher } from "./kind.ts";

/** `shownText` is above the facts; an error that it contains is not repeated. */
export function statusFacts(watcher: Watcher, shownText: string): TemplateResult {
  const loop = pollLoop(watcher);
  const fact = (name: string, value: unknown) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
  const errorLine = (label: string, error: string | null | undefined) =>
    error && !containsError(shownText, error) ? html`<p class="reason bad">${label}: ${error}</p>` : nothing;
  const polls = html`${fact("Last poll", relativeTime(loop?.lastSuccessAt))} ${fact("Next poll", nextPollText(watcher, new Date()))}`;
  const last = (name: string) =>
    html`${fact(name, relativeTime(watcher.lastMessageReceived, "none yet"))} ${fact("Last result", watcher.lastMessageStatus ?? "none yet")}`;
  if (isStatusWatcher(watcher)) {
    return html`<dl class="facts">${last("Last change")} ${polls}</dl>
      ${errorLine("Last poll error", lastPollError(watcher))}`;
  }
  return html`<dl class="facts">
      ${last("Last message")}
      ${polls}
      ${fact("Subscription", subscriptionText(watcher, new Date()))} ${fact("Last renewal", relativeTime(watcher.lastRenewedAt))}
      ${fact("Last notification", relativeTime(watcher.lastNotificationAt, "none yet"))}
    </dl>
    ${errorLine("Last poll error", lastPollError(watcher))}
    ${errorLine("Subscription error", watcher.lastSubscriptionError)}
    <details>
      <summary>Provider IDs</summary>
      <dl class="derived aligned">
        <div><dt>Folder</dt><dd class="mono">${watcher.folderId ?? "not resolved yet"}</dd></div>
        <div><dt>Subscription</dt><dd class="mono">${watcher.graphSubscriptionId ?? "none"}</dd></div>
      </dl>
    </details>`;
}

function containsError(text: string, error: string): boolean {
  return text.toLowerCase().includes(error.trim().replace(/\.$/, "").toLowerCase());
}
