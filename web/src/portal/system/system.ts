import { html, nothing, type TemplateResult } from "lit";
import { type Feed, readFeed } from "../../data/feed.ts";
import { toSentence } from "../../data/problem.ts";
import { readSystem, type System } from "../../data/system.ts";
import { formatCount, pageLanguage } from "../../status-text/page-language.ts";
import { feedReason } from "../../storm/feed-reason.ts";
import { formatBytes } from "../bytes.ts";
import { formatTime } from "../time.ts";
import { titles } from "../titles.ts";
import { badge } from "../ui/badge.ts";
import { IntervalController } from "../ui/interval.ts";
import { Loader, whenLoaded } from "../ui/loader.ts";
import { heading, PortalPage } from "../ui/page.ts";
import { relativeTime } from "../ui/relative-time.ts";
import { commonText } from "../ui/text.ts";
import { alarmSheet } from "./alarm.ts";
import { diskSheet } from "./disk.ts";
import { systemText } from "./text.ts";

const REFRESH_MS = 5_000;

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
    return html`${heading(titles().page.system)} ${whenLoaded(this.data, sheets)}
      <service-state></service-state>`;
  }
}

function feedSheet(feed: Feed | null, { feedAdvice, monitoringGaps }: System): TemplateResult | typeof nothing {
  if (feed === null) return nothing;
  const text = systemText();
  const reason = feedReason(feed, pageLanguage(), undefined);
  const [tone, title] =
    feed.healthy === true
      ? (["good", text.healthy] as const)
      : feed.healthy === false
        ? (["bad", text.unhealthy] as const)
        : (["idle", text.noFeed] as const);
  return html`<section class="sheet wide" aria-labelledby="feed">
    <div class="card-top"><h2 id="feed">${text.feed}</h2>${badge(tone, title)}</div>
    ${reason === null ? nothing : html`<p class="reason bad">${toSentence(reason.text)} ${feedAdvice ?? ""}</p>`}
    ${monitoringGaps.map((gap) => html`<p class="notice">${toSentence(gap)}</p>`)}
    <dl class="facts">
      <div><dt>${text.lastPoll}</dt><dd>${relativeTime(feed.lastCheckedAt)}</dd></div>
      <div><dt>${text.lastStrike}</dt><dd>${relativeTime(feed.lastStrikeAt, commonText().noneYet)}</dd></div>
      ${feed.canary ? html`<div><dt>${text.testMessage}</dt><dd>${canaryText(feed.canary)}</dd></div>` : nothing}
    </dl>
  </section>`;
}

function canaryText({ sentAt, seconds }: NonNullable<Feed["canary"]>): TemplateResult {
  const text = systemText();
  return seconds === null || seconds === undefined
    ? html`${text.sent} ${relativeTime(sentAt)}, ${text.notArrived}`
    : html`${text.sent} ${relativeTime(sentAt)}, ${text.arrivedAfter(seconds.toFixed(1))}`;
}

function queueSheet({ queue, failedItems }: System): TemplateResult {
  const text = systemText();
  const kinds = [...new Set(queue.map(({ kind }) => kind))];
  const itemCount = (kind: string, state: string) =>
    queue.find((row) => row.kind === kind && row.state === state)?.items ?? 0;
  const cell = (label: string, count: number) =>
    html`<td role="cell" class="number" data-label=${label}>${formatCount(count)}</td>`;
  return html`<section class="limited-width" aria-labelledby="queue">
    <h2 id="queue">${text.queue}</h2>
    <table role="table" class="figures">
      <caption class="unseen">${text.queueCaption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">${text.task}</th>
          <th role="columnheader" scope="col" class="number">${text.queued}</th>
          <th role="columnheader" scope="col" class="number">${text.running}</th>
          <th role="columnheader" scope="col" class="number">${text.failed}</th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${kinds.map(
          (kind) => html`<tr role="row">
            <th role="rowheader" scope="row">${text.tasks[kind] ?? kind}</th>
            ${cell(text.queued, itemCount(kind, "Ready"))} ${cell(text.running, itemCount(kind, "Leased"))} ${cell(text.failed, itemCount(kind, "Dead"))}
          </tr>`,
        )}
      </tbody>
    </table>
    ${
      failedItems.length === 0
        ? html`<p class="quiet">${text.noFailed}</p>`
        : html`<h3>${text.failedItems}</h3>
          <ul class="result-list">
            ${failedItems.map(failedItem)}
          </ul>
          <p class="hint">${text.retryWith} <code>stormwire queue retry ID</code>.</p>`
    }
  </section>`;
}

function failedItem({ id, kind, key, lastFailureAt, lastError }: System["failedItems"][number]): TemplateResult {
  return html`<li>
    ${badge("bad", systemText().tasks[kind] ?? kind)}
    <span>${systemText().itemFailed(id, key || null)} ${relativeTime(lastFailureAt)}: ${lastError ?? commonText().noErrorRecorded}</span>
  </li>`;
}

function aboutSheet({ version, database, startedAt, now, notificationUrl }: System): TemplateResult {
  const text = systemText();
  return html`<section class="sheet wide" aria-labelledby="about">
    <h2 id="about">${text.about}</h2>
    <dl class="derived">
      <div><dt>${text.version}</dt><dd>${version}</dd></div>
      <div><dt>${text.database}</dt><dd>${database.version}, ${formatBytes(database.bytes)}</dd></div>
      <div><dt>${text.started}</dt><dd>${formatTime(startedAt, { seconds: true })}</dd></div>
      <div><dt>${text.serverTime}</dt><dd>${formatTime(now, { seconds: true })}</dd></div>
      <div><dt>${text.notificationUrl}</dt><dd class="mono">${notificationUrl}</dd></div>
    </dl>
  </section>`;
}
