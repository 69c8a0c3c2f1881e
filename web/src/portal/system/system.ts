import { html, nothing, type TemplateResult } from "lit";
import { type Feed, readFeed } from "../../data/feed.ts";
import { toSentence } from "../../data/problem.ts";
import { readSystem, type System } from "../../data/system.ts";
import { withLocalTimes } from "../../status-text/local-times.ts";
import { formatTime } from "../time.ts";
import { badge } from "../ui/badge.ts";
import { IntervalController } from "../ui/interval.ts";
import { Loader, whenLoaded } from "../ui/loader.ts";
import { heading, PortalPage } from "../ui/page.ts";
import { relativeTime } from "../ui/relative-time.ts";
import { alarmSheet } from "./alarm.ts";
import { formatBytes } from "./bytes.ts";
import { diskSheet } from "./disk.ts";

const REFRESH_MS = 5_000;

const KIND_LABELS: Record<string, string> = {
  Message: "Messages",
  PhaseTwo: "Phase 2",
  Reconcile: "Mailbox polling",
  Subscription: "Subscriptions",
  Listing: "Full folder scans",
  Canary: "Delivery tests",
  JunkCheck: "Junk folder checks",
  OperatorMail: "Operator emails",
  OperatorDigest: "Operator email digests",
  WatcherHealth: "Watcher health checks",
  FeedHealth: "Lightning feed health checks",
  AllClear: "All-clear emails",
  Strays: "Orphaned subscription cleanup",
  Retention: "Data retention",
};

interface SystemData {
  system: System;
  feed: Feed | null;
}

export class StormSystem extends PortalPage {
  private readonly data = new Loader(this, async (signal): Promise<SystemData> => {
    const [system, feed] = await Promise.all([readSystem(signal), readFeed(signal)]);
    return { system, feed };
  });

  constructor() {
    super();
    new IntervalController(this, REFRESH_MS, () => void this.data.refresh());
  }

  protected override render() {
    const sheets = ({ system, feed }: SystemData) =>
      html`${feedSheet(feed, system)} ${alarmSheet(system.alarm)} ${queueSheet(system)} ${diskSheet(system)} ${this.isOperator ? html`<storm-test-mail></storm-test-mail>` : nothing} ${aboutSheet(system)}`;
    return html`${heading("System")} ${whenLoaded(this.data, sheets)}
      <service-state></service-state>`;
  }
}

function feedSheet(feed: Feed | null, { feedAdvice, monitoringGaps }: System): TemplateResult | typeof nothing {
  if (feed === null) return nothing;
  const [tone, title] =
    feed.healthy === true
      ? (["good", "Healthy"] as const)
      : feed.healthy === false
        ? (["bad", "Unhealthy"] as const)
        : (["idle", "No feed configured"] as const);
  return html`<section class="sheet wide" aria-labelledby="feed">
    <div class="card-top"><h2 id="feed">Lightning feed</h2>${badge(tone, title)}</div>
    ${feed.reason ? html`<p class="reason bad">${toSentence(withLocalTimes(feed.reason, undefined))} ${feedAdvice ?? ""}</p>` : nothing}
    ${monitoringGaps.map((gap) => html`<p class="notice">${toSentence(gap)}</p>`)}
    <dl class="facts">
      <div><dt>Last poll</dt><dd>${relativeTime(feed.lastCheckedAt)}</dd></div>
      <div><dt>Last strike</dt><dd>${relativeTime(feed.lastStrikeAt, "none yet")}</dd></div>
      ${feed.canary ? html`<div><dt>Test message</dt><dd>${canaryText(feed.canary)}</dd></div>` : nothing}
    </dl>
  </section>`;
}

function canaryText({ sentAt, seconds }: NonNullable<Feed["canary"]>): TemplateResult {
  return seconds === null || seconds === undefined
    ? html`sent ${relativeTime(sentAt)}, not arrived yet`
    : html`sent ${relativeTime(sentAt)}, arrived after ${seconds.toFixed(1)} s`;
}

function queueSheet({ queue, failedItems }: System): TemplateResult {
  const kinds = [...new Set(queue.map(({ kind }) => kind))];
  const itemCount = (kind: string, state: string) =>
    queue.find((row) => row.kind === kind && row.state === state)?.items ?? 0;
  const cell = (label: string, count: number) =>
    html`<td role="cell" class="number" data-label=${label}>${count.toLocaleString("en-US")}</td>`;
  return html`<section class="limited-width" aria-labelledby="queue">
    <h2 id="queue">Queue</h2>
    <table role="table" class="figures">
      <caption class="unseen">Queue items by task</caption>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">Task</th>
          <th role="columnheader" scope="col" class="number">Queued</th>
          <th role="columnheader" scope="col" class="number">Running</th>
          <th role="columnheader" scope="col" class="number">Failed</th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${kinds.map(
          (kind) => html`<tr role="row">
            <th role="rowheader" scope="row">${KIND_LABELS[kind] ?? kind}</th>
            ${cell("Queued", itemCount(kind, "Ready"))} ${cell("Running", itemCount(kind, "Leased"))} ${cell("Failed", itemCount(kind, "Dead"))}
          </tr>`,
        )}
      </tbody>
    </table>
    ${
      failedItems.length === 0
        ? html`<p class="quiet">No failed items.</p>`
        : html`<h3>Failed items</h3>
          <ul class="result-list">
            ${failedItems.map(failedItem)}
          </ul>
          <p class="hint">To retry an item, run <code>stormwire queue retry ID</code>.</p>`
    }
  </section>`;
}

function failedItem({ id, kind, key, lastFailureAt, lastError }: System["failedItems"][number]): TemplateResult {
  return html`<li>
    ${badge("bad", KIND_LABELS[kind] ?? kind)}
    <span>ID ${id}${key ? ` (${key})` : ""}, failed ${relativeTime(lastFailureAt)}: ${lastError ?? "no error was recorded"}</span>
  </li>`;
}

function aboutSheet({ version, database, startedAt, now, notificationUrl }: System): TemplateResult {
  return html`<section class="sheet wide" aria-labelledby="about">
    <h2 id="about">About</h2>
    <dl class="derived">
      <div><dt>Version</dt><dd>${version}</dd></div>
      <div><dt>Database</dt><dd>${database.version}, ${formatBytes(database.bytes)}</dd></div>
      <div><dt>Started</dt><dd>${formatTime(startedAt, { seconds: true })}</dd></div>
      <div><dt>Server time</dt><dd>${formatTime(now, { seconds: true })}</dd></div>
      <div><dt>Notification URL</dt><dd class="mono">${notificationUrl}</dd></div>
    </dl>
  </section>`;
}
