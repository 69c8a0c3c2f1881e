import { html, nothing, type TemplateResult } from "lit";
import { state } from "lit/decorators.js";
import { listWatchers, type Tally, tallyWatchers, type Watcher } from "../../data/watcher.ts";
import { badge } from "../part/badge.ts";
import { selectField } from "../part/field.ts";
import { Loading, loaded } from "../part/loading.ts";
import { moment } from "../part/moment.ts";
import { heading, PortalPage } from "../part/page.ts";
import { Ticking } from "../part/ticking.ts";
import {
  countsOf,
  HEALTHS,
  healthOf,
  healthReason,
  healthTone,
  looks,
  matchingWatchers,
  nextLook,
  subscriptionLeft,
  worstFirst,
} from "./standing.ts";

/** A thousand watchers must not freeze the page. */
const ROWS_AT_ONCE = 100;
const EVERY_MS = 10_000;

interface Overview {
  watchers: Watcher[];
  tallies: Map<number, Tally>;
}

async function overview(signal: AbortSignal): Promise<Overview> {
  const [watchers, tallies] = await Promise.all([listWatchers(signal), tallyWatchers(signal)]);
  return {
    watchers: worstFirst(watchers),
    tallies: new Map(tallies.map((tally) => [tally.mailboxWatcherJobId, tally])),
  };
}

export class StormWatchers extends PortalPage {
  private readonly all = new Loading(this, overview);
  @state() private search = new URLSearchParams(location.search).get("q") ?? "";
  @state() private health = new URLSearchParams(location.search).get("health") ?? "";
  @state() private rows = ROWS_AT_ONCE;

  constructor() {
    super();
    new Ticking(this, EVERY_MS, () => void this.all.refresh());
  }

  private readonly look = (event: Event): void => {
    const form = new FormData(event.currentTarget as HTMLFormElement);
    this.search = String(form.get("q") ?? "");
    this.health = String(form.get("health") ?? "");
    this.rows = ROWS_AT_ONCE;
    const query = new URLSearchParams(
      [
        ["q", this.search],
        ["health", this.health],
      ].filter(([, value]) => value !== ""),
    ).toString();
    history.replaceState(null, "", location.pathname + (query === "" ? "" : `?${query}`));
  };

  protected override render() {
    return html`<div class="top">
        ${heading("Watchers")} ${this.isAdmin ? html`<a class="button" href="/portal/watchers/new">Add watcher</a>` : nothing}
      </div>
      ${loaded(this.all, (all) => this.list(all))}`;
  }

  private list({ watchers, tallies }: Overview): TemplateResult {
    if (watchers.length === 0) {
      return html`<p>No mailbox is watched yet.${this.isAdmin ? " Add a credential first, then a watcher." : " An administrator can add a watcher."}</p>`;
    }
    const found = matchingWatchers(watchers, this.search, this.health);
    const words = found.length === watchers.length ? `${watchers.length}` : `${found.length} of ${watchers.length}`;
    return html`<form class="filters" @input=${this.look} @submit=${(event: Event) => event.preventDefault()}>
        <div class="field">
          <label for="search">Search by name, mailbox or folder</label>
          <input id="search" name="q" type="search" autocomplete="off" spellcheck="false" .value=${this.search} />
        </div>
        ${selectField({ name: "health", label: "Health", value: this.health, options: [["", "All"], ...HEALTHS.map((one) => [one, one] as const)] })}
      </form>
      <p role="status" class="count">${words} ${watchers.length === 1 ? "watcher" : "watchers"}</p>
      <ul class="cards">
        ${found.slice(0, this.rows).map((watcher) => this.card(watcher, tallies.get(watcher.id)))}
      </ul>
      ${
        found.length > this.rows
          ? html`<p><button type="button" class="second" @click=${() => (this.rows += ROWS_AT_ONCE)}>Show more (${found.length - this.rows} left)</button></p>`
          : nothing
      }`;
  }

  private card(watcher: Watcher, tally: Tally | undefined): TemplateResult {
    const health = healthOf(watcher);
    return html`<li class="sheet card">
      <div class="card-top">
        <h2><a href="/portal/watchers/${watcher.id}">${watcher.name}</a></h2>
        ${badge(healthTone(health), health)}
      </div>
      <p class="quiet">${watcher.mailboxAddress}, ${watcher.folderPath}</p>
      <p class=${health === "Degraded" ? "reason bad" : "reason"}>${healthReason(watcher)}</p>
      <dl class="facts">
        <div><dt>Last message</dt><dd>${moment(watcher.lastMessageReceived, "none yet")}${watcher.lastMessageStatus ? html`, ${watcher.lastMessageStatus}` : nothing}</dd></div>
        <div><dt>Last check</dt><dd>${moment(looks(watcher)?.lastSuccessAt)}</dd></div>
        <div><dt>Next check</dt><dd>${nextLook(watcher, new Date())}</dd></div>
        <div><dt>Subscription</dt><dd>${subscriptionLeft(watcher, new Date())}</dd></div>
      </dl>
      ${dayCounts(watcher.id, tally)}
      ${this.isOperator ? html`<storm-switch .watcher=${watcher} .person=${this.person} @storm-changed=${() => void this.all.refresh()}></storm-switch>` : nothing}
    </li>`;
  }
}

/** The last 24 hours; each number leads to its messages. */
export function dayCounts(id: number, tally: Tally | undefined): TemplateResult {
  const { succeeded, failed, skipped, waiting } = countsOf(tally);
  const one = (count: number, words: string, status: string, tone: string) =>
    html`<li><a class=${count > 0 ? tone : ""} href="/portal/log?jobId=${id}${status === "" ? "" : `&status=${status}`}"><strong>${count.toLocaleString("en-US")}</strong> ${words}</a></li>`;
  return html`<ul class="day-counts" aria-label="Messages of the last 24 hours">
    ${one(succeeded, "succeeded", "Success", "good")} ${one(failed, "failed", "Failed", "bad")} ${one(skipped, "skipped", "Skipped", "")}
    ${one(waiting, "waiting", "", "")}
    <li class="quiet" aria-hidden="true">in 24 h</li>
  </ul>`;
}
