import { html, nothing, type TemplateResult } from "lit";
import { state } from "lit/decorators.js";
import { countMessages, listAllWatchers, type MessageCounts, type Watcher } from "../../data/watcher.ts";
import { formatCount } from "../../status-text/page-language.ts";
import { titles } from "../titles.ts";
import { badge } from "../ui/badge.ts";
import { selectField } from "../ui/field.ts";
import { IntervalController } from "../ui/interval.ts";
import { Loader, whenLoaded } from "../ui/loader.ts";
import { heading, PortalPage } from "../ui/page.ts";
import { relativeTime } from "../ui/relative-time.ts";
import { logStatus } from "../ui/status-label.ts";
import { commonText } from "../ui/text.ts";
import {
  HEALTHS,
  nextPollText,
  pollLoop,
  resultCounts,
  searchWatchers,
  sortByHealth,
  subscriptionText,
  type WatcherFilter,
  watcherStatus,
} from "./health.ts";
import { KINDS, kindOf, kindText, sourceText } from "./kind.ts";
import { watcherKindText } from "./kind-text.ts";
import { watcherText } from "./text.ts";

/** 1,000 watchers must not freeze the page. */
const ROWS_PER_STEP = 100;
const REFRESH_MS = 10_000;

interface Overview {
  watchers: Watcher[];
  counts: Map<number, MessageCounts>;
}

async function readOverview(signal: AbortSignal): Promise<Overview> {
  const [watchers, counts] = await Promise.all([listAllWatchers(signal), countMessages(signal)]);
  return {
    watchers: sortByHealth(watchers),
    counts: new Map(counts.map((messageCounts) => [messageCounts.mailboxWatcherJobId, messageCounts])),
  };
}

export class StormWatchers extends PortalPage {
  private readonly all = new Loader(this, readOverview);
  @state() private filter = readFilter(new URLSearchParams(location.search));
  @state() private rows = ROWS_PER_STEP;

  constructor() {
    super();
    new IntervalController(this, REFRESH_MS, () => void this.all.refresh());
  }

  private readonly filterTyped = (event: Event): void => {
    this.filter = readFilter(new FormData(event.currentTarget as HTMLFormElement));
    this.rows = ROWS_PER_STEP;
    const { search, health, kind } = this.filter;
    const query = new URLSearchParams(
      Object.entries({ q: search, health, kind }).filter(([, value]) => value !== ""),
    ).toString();
    history.replaceState(null, "", location.pathname + (query === "" ? "" : `?${query}`));
  };

  protected override render() {
    return html`<div class="top">
        ${heading(titles().page.watchers)} ${this.isAdmin ? html`<a class="button" href="/portal/watchers/new">${watcherText().addWatcher}</a>` : nothing}
      </div>
      ${whenLoaded(this.all, (all) => this.list(all))}`;
  }

  private list({ watchers, counts }: Overview): TemplateResult {
    if (watchers.length === 0) {
      return html`<p>${watcherText().noWatchers} ${this.isAdmin ? watcherText().addFirst : watcherText().adminCanAdd}</p>`;
    }
    const found = searchWatchers(watchers, this.filter);
    return html`<form class="filters" @input=${this.filterTyped} @submit=${(event: Event) => event.preventDefault()}>
        <div class="field">
          <label for="search">${watcherText().search}</label>
          <input id="search" name="q" type="search" autocomplete="off" spellcheck="false" .value=${this.filter.search} />
        </div>
        ${selectField({
          name: "health",
          label: watcherText().healthFilter,
          value: this.filter.health,
          options: [
            ["", commonText().all],
            ...HEALTHS.map((health) => [health, watcherText().health[health]] as const),
          ],
        })}
        ${selectField({
          name: "kind",
          label: watcherText().kindFilter,
          value: this.filter.kind,
          options: [["", commonText().all], ...KINDS.map((kind) => [kind, watcherKindText().all[kind].label] as const)],
        })}
      </form>
      <p role="status" class="count">${watcherText().count(found.length, watchers.length)}</p>
      <ul class="cards">
        ${found.slice(0, this.rows).map((watcher) => this.card(watcher, counts.get(watcher.id)))}
      </ul>
      ${
        found.length > this.rows
          ? html`<p><button
            type="button"
            class="second"
            @click=${() => (this.rows += ROWS_PER_STEP)}
          >${commonText().showMore(found.length - this.rows)}</button></p>`
          : nothing
      }`;
  }

  private card(watcher: Watcher, messageCounts: MessageCounts | undefined): TemplateResult {
    const { tone, label, text } = watcherStatus(watcher);
    const { lastItem, lastPoll, nextPoll } = kindText(watcher);
    return html`<li class="sheet card">
      <div class="card-top">
        <h2><a href="/portal/watchers/${watcher.id}">${watcher.name}</a></h2>
        ${badge(tone, label)}
      </div>
      <p class="quiet">${sourceText(watcher)}</p>
      <p class=${tone === "bad" ? "reason bad" : "reason"}>${text}</p>
      <dl class="facts">
        <div><dt>${lastItem}</dt><dd>${relativeTime(watcher.lastMessageReceived, commonText().noneYet)}${watcher.lastMessageStatus ? html`, ${logStatus(watcher.lastMessageStatus)}` : nothing}</dd></div>
        <div><dt>${lastPoll}</dt><dd>${relativeTime(pollLoop(watcher)?.lastSuccessAt)}</dd></div>
        <div><dt>${nextPoll}</dt><dd>${nextPollText(watcher, new Date())}</dd></div>
        ${kindOf(watcher) === "Mailbox" ? html`<div><dt>${watcherText().subscription}</dt><dd>${subscriptionText(watcher, new Date())}</dd></div>` : nothing}
      </dl>
      ${dayCounts(watcher, messageCounts)}
      ${
        this.isOperator
          ? html`<storm-watcher-switch
        .watcher=${watcher}
        .currentUser=${this.currentUser}
        @storm-changed=${() => void this.all.refresh()}
      ></storm-watcher-switch>`
          : nothing
      }
    </li>`;
  }
}

function readFilter(from: URLSearchParams | FormData): WatcherFilter {
  const value = (name: string) => String(from.get(name) ?? "");
  return { search: value("q"), health: value("health"), kind: value("kind") };
}

/** The last 24 hours; each number links to its messages. */
export function dayCounts(watcher: Watcher, messageCounts: MessageCounts | undefined): TemplateResult {
  const { succeeded, failed, skipped, inProgress } = resultCounts(messageCounts);
  const text = watcherText();
  const item = (count: number, label: string, status: string, tone: string) =>
    html`<li><a class=${count > 0 ? tone : ""} href="/portal/log?jobId=${watcher.id}${status === "" ? "" : `&status=${status}`}"><strong>${formatCount(count)}</strong> ${label}</a></li>`;
  return html`<ul class="day-counts" aria-label=${kindText(watcher).lastDay}>
    ${item(succeeded, text.succeeded, "Success", "good")} ${item(failed, text.failed, "Failed", "bad")} ${item(skipped, text.skipped, "Skipped", "")}
    ${item(inProgress, text.inProgress, "", "")}
    <li class="quiet" aria-hidden="true">${text.in24Hours}</li>
  </ul>`;
}
