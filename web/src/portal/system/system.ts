import { html, nothing, type TemplateResult } from "lit";
import { type Feed, readFeed } from "../../data/feed.ts";
import { readSystem, type System } from "../../data/system.ts";
import { formatTime } from "../time.ts";
import { badge } from "../ui/badge.ts";
import { IntervalController } from "../ui/interval.ts";
import { Loader, whenLoaded } from "../ui/loader.ts";
import { heading, PortalPage } from "../ui/page.ts";
import { relativeTime } from "../ui/relative-time.ts";
import { formatBytes } from "./bytes.ts";

const REFRESH_MS = 5_000;

const KIND_LABELS: Record<string, string> = {
  Message: "Messages",
  PhaseTwo: "Second phases",
  Reconcile: "Checks of mailboxes",
  Subscription: "Subscriptions",
  Listing: "Full listings",
  OperatorMail: "Mail to the operator",
  WatcherHealth: "Health of watchers",
  FeedHealth: "Health of the lightning feed",
  AllClear: "All-clear mails",
  Strays: "Stray subscriptions",
  Retention: "Forgetting in time",
};

interface SystemData {
  system: System;
  feed: Feed | null;
}

/** Feed, queue, database and versions. */
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
    return html`${heading("System")} ${whenLoaded(this.data, ({ system, feed }) => html`${feedSheet(feed)} ${queueSheet(system)} ${aboutSheet(system)}`)}
      <service-state></service-state>`;
  }
}

function feedSheet(feed: Feed | null): TemplateResult | typeof nothing {
  if (feed === null) return nothing;
  const [tone, title] =
    feed.healthy === true
      ? (["good", "Healthy"] as const)
      : feed.healthy === false
        ? (["bad", "Not healthy"] as const)
        : (["idle", "No watcher feeds it"] as const);
  return html`<section class="sheet wide" aria-labelledby="feed">
    <div class="card-top"><h2 id="feed">Lightning feed</h2>${badge(tone, title)}</div>
    ${feed.reason ? html`<p class="reason bad">${feed.reason}</p>` : nothing}
    <dl class="facts">
      <div><dt>Last checked</dt><dd>${relativeTime(feed.lastCheckedAt)}</dd></div>
      <div><dt>Last strike</dt><dd>${relativeTime(feed.lastStrikeAt, "none yet")}</dd></div>
    </dl>
  </section>`;
}

function queueSheet({ queue, failedItems }: System): TemplateResult {
  const kinds = [...new Set(queue.map(({ kind }) => kind))];
  const itemCount = (kind: string, state: string) =>
    queue.find((one) => one.kind === kind && one.state === state)?.items ?? 0;
  const cell = (label: string, count: number) =>
    html`<td role="cell" class="number" data-label=${label}>${count.toLocaleString("en-US")}</td>`;
  return html`<section class="bounded" aria-labelledby="queue">
    <h2 id="queue">Queue</h2>
    <table role="table" class="figures">
      <caption class="unseen">Work by kind</caption>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">Work</th>
          <th role="columnheader" scope="col" class="number">Waits</th>
          <th role="columnheader" scope="col" class="number">In hand</th>
          <th role="columnheader" scope="col" class="number">Given up</th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${kinds.map(
          (kind) => html`<tr role="row">
            <th role="rowheader" scope="row">${KIND_LABELS[kind] ?? kind}</th>
            ${cell("Waits", itemCount(kind, "Ready"))} ${cell("In hand", itemCount(kind, "Leased"))} ${cell("Given up", itemCount(kind, "Dead"))}
          </tr>`,
        )}
      </tbody>
    </table>
    ${
      failedItems.length === 0
        ? html`<p class="quiet">Nothing was given up.</p>`
        : html`<h3>Given up</h3>
          <ul class="findings">
            ${failedItems.map((one) => html`<li>${badge("bad", KIND_LABELS[one.kind] ?? one.kind)} <span>${one.key ?? ""} ${relativeTime(one.lastFailureAt)}: ${one.lastError ?? "no reason"}</span></li>`)}
          </ul>
          <p class="hint"><code>stormwire queue retry ID</code> brings one back.</p>`
    }
  </section>`;
}

function aboutSheet({ version, database, startedAt, now, notificationUrl }: System): TemplateResult {
  return html`<section class="sheet wide" aria-labelledby="about">
    <h2 id="about">About</h2>
    <dl class="derived">
      <div><dt>stormwire</dt><dd>${version}</dd></div>
      <div><dt>Database</dt><dd>${database.version}, ${formatBytes(database.bytes)}</dd></div>
      <div><dt>Running since</dt><dd>${formatTime(startedAt, { seconds: true })}</dd></div>
      <div><dt>Its clock</dt><dd>${formatTime(now, { seconds: true })}</dd></div>
      <div><dt>The provider calls</dt><dd class="mono">${notificationUrl}</dd></div>
    </dl>
  </section>`;
}
