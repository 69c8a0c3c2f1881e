import { html, nothing, type TemplateResult } from "lit";
import { type Feed, readFeed } from "../../data/feed.ts";
import { readSystem, type System } from "../../data/system.ts";
import { badge } from "../part/badge.ts";
import { Loading, loaded } from "../part/loading.ts";
import { moment } from "../part/moment.ts";
import { heading, PortalPage } from "../part/page.ts";
import { Ticking } from "../part/ticking.ts";
import { formatTime } from "../time.ts";
import { byteWords } from "./bytes.ts";

const EVERY_MS = 5_000;

/** What each kind of work is called. */
const KINDS: Record<string, string> = {
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

interface Known {
  system: System;
  feed: Feed | null;
}

/** Whether the machinery works: feed, queue, database, versions. */
export class StormSystem extends PortalPage {
  private readonly known = new Loading(this, async (signal): Promise<Known> => {
    const [system, feed] = await Promise.all([readSystem(signal), readFeed(signal)]);
    return { system, feed };
  });

  constructor() {
    super();
    new Ticking(this, EVERY_MS, () => void this.known.refresh());
  }

  protected override render() {
    return html`${heading("System")} ${loaded(this.known, (known) => html`${feedSheet(known.feed)} ${queueSheet(known.system)} ${aboutSheet(known.system)}`)}
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
      <div><dt>Last checked</dt><dd>${moment(feed.lastCheckedAt)}</dd></div>
      <div><dt>Last strike</dt><dd>${moment(feed.lastStrikeAt, "none yet")}</dd></div>
    </dl>
  </section>`;
}

function queueSheet({ queue, givenUp }: System): TemplateResult {
  const kinds = [...new Set(queue.map(({ kind }) => kind))];
  const items = (kind: string, state: string) =>
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
            <th role="rowheader" scope="row">${KINDS[kind] ?? kind}</th>
            ${cell("Waits", items(kind, "Ready"))} ${cell("In hand", items(kind, "Leased"))} ${cell("Given up", items(kind, "Dead"))}
          </tr>`,
        )}
      </tbody>
    </table>
    ${
      givenUp.length === 0
        ? html`<p class="quiet">Nothing was given up.</p>`
        : html`<h3>Given up</h3>
          <ul class="findings">
            ${givenUp.map((one) => html`<li>${badge("bad", KINDS[one.kind] ?? one.kind)} <span>${one.key ?? ""} ${moment(one.lastFailureAt)}: ${one.lastError ?? "no reason"}</span></li>`)}
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
      <div><dt>Database</dt><dd>${database.version}, ${byteWords(database.bytes)}</dd></div>
      <div><dt>Running since</dt><dd>${formatTime(startedAt, { seconds: true })}</dd></div>
      <div><dt>Its clock</dt><dd>${formatTime(now, { seconds: true })}</dd></div>
      <div><dt>The provider calls</dt><dd class="mono">${notificationUrl}</dd></div>
    </dl>
  </section>`;
}
