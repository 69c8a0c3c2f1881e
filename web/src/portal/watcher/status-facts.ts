// What the service reports about a watcher. Read-only.
import { html, nothing, type TemplateResult } from "lit";
import type { Watcher } from "../../data/watcher.ts";
import { relativeTime } from "../ui/relative-time.ts";
import { logStatus } from "../ui/status-label.ts";
import { commonText } from "../ui/text.ts";
import { watcherFormText } from "./form-text.ts";
import { lastPollError, nextPollText, pollLoop, subscriptionText } from "./health.ts";
import { kindOf, kindText } from "./kind.ts";
import { watcherText } from "./text.ts";

/** `shownText` is above the facts; an error that it contains is not repeated. */
export function statusFacts(watcher: Watcher, shownText: string): TemplateResult {
  const loop = pollLoop(watcher);
  const [text, { noneYet }, ofKind] = [watcherText(), commonText(), kindText(watcher)];
  const fact = (name: string, value: unknown) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
  const errorLine = (label: string, error: string | null | undefined) =>
    error && !containsError(shownText, error) ? html`<p class="reason bad">${label}: ${error}</p>` : nothing;
  const polls = html`${fact(ofKind.lastPoll, relativeTime(loop?.lastSuccessAt))} ${fact(ofKind.nextPoll, nextPollText(watcher, new Date()))}`;
  const last = html`${fact(ofKind.lastItem, relativeTime(watcher.lastMessageReceived, noneYet))} ${fact(text.lastResult, watcher.lastMessageStatus ? logStatus(watcher.lastMessageStatus) : noneYet)}`;
  const pollError = errorLine(ofKind.lastPollError, lastPollError(watcher));
  if (kindOf(watcher) !== "Mailbox")
    return html`<dl class="facts">${last} ${polls}</dl>
    ${pollError}`;
  return html`<dl class="facts">
      ${last}
      ${polls}
      ${fact(text.subscription, subscriptionText(watcher, new Date()))} ${fact(text.lastRenewal, relativeTime(watcher.lastRenewedAt))}
      ${fact(text.lastNotification, relativeTime(watcher.lastNotificationAt, noneYet))}
    </dl>
    ${pollError}
    ${errorLine(text.subscriptionError, watcher.lastSubscriptionError)}
    <details>
      <summary>${text.providerIds}</summary>
      <dl class="derived aligned">
        <div><dt>${watcherFormText().folder}</dt><dd class="mono">${watcher.folderId ?? text.notResolved}</dd></div>
        <div><dt>${text.subscription}</dt><dd class="mono">${watcher.graphSubscriptionId ?? text.noSubscription}</dd></div>
      </dl>
    </details>`;
}

function containsError(text: string, error: string): boolean {
  return text.toLowerCase().includes(error.trim().replace(/\.$/, "").toLowerCase());
}
