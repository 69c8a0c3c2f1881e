import { html, nothing, type TemplateResult } from "lit";
import { property } from "lit/decorators.js";
import { type Balance, readBalance, readWatcher, type Watcher } from "../../data/watcher.ts";
import { badge } from "../part/badge.ts";
import { Loading, loaded } from "../part/loading.ts";
import { backLink, heading, PortalPage } from "../part/page.ts";
import { formatTime } from "../time.ts";
import { dayVerdict, dayWords } from "./reckoning.ts";
import { watcherTabs } from "./tabs.ts";

const DAYS = 7;

interface Known {
  watcher: Watcher;
  balance: Balance;
}

/** Day by day: what was seen, what became of it, what the folders hold, and what does not add up. */
export class StormBalance extends PortalPage {
  @property({ type: Number }) number = 0;
  private readonly known = new Loading(this, async (signal): Promise<Known> => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const [watcher, balance] = await Promise.all([
      readWatcher(this.number, signal),
      readBalance(this.number, DAYS, timeZone, signal),
    ]);
    return { watcher, balance };
  });

  protected override render() {
    return html`${backLink("/portal/watchers", "All watchers")} ${heading(this.known.value?.watcher.name ?? "Balance")} ${watcherTabs(this.number, "balance")}
      <p>Each day by when its messages were received. Seen is the sum of succeeded, failed, skipped and waiting; beside it stands how many messages of that day lie in the folders.</p>
      ${loaded(this.known, ({ balance }) => this.page(balance))}
      <p><button type="button" class="second" @click=${() => void this.known.again()}>Reckon again</button></p>`;
  }

  private page(balance: Balance): TemplateResult {
    return html`${balance.warnings.map((words) => html`<p class="notice bad">${words}</p>`)} ${dayTable(balance)}
      <p class="quiet">The provider counts ${balance.folders.length === 0 ? "nothing" : balance.folders.map(({ name, totalItemCount }) => `${totalItemCount.toLocaleString("en-US")} in ${name}`).join(", ")} in all.</p>
      <h2>What does not add up</h2>
      ${balance.odd.length === 0 ? html`<p>${badge("good", "Everything adds up")}</p>` : oddList(balance)}`;
  }
}

function dayTable({ days }: Balance): TemplateResult {
  const head = ["Day", "Seen", "Succeeded", "Failed", "Skipped", "Waiting", "In the folders", ""];
  const cell = (label: string, value: number | null | undefined) =>
    html`<td role="cell" class="number" data-label=${label}>${value === null || value === undefined ? "not known" : value.toLocaleString("en-US")}</td>`;
  return html`<table role="table" class="figures">
    <caption class="unseen">The last ${DAYS} days</caption>
    <thead role="rowgroup">
      <tr role="row">
        ${head.map((words, index) => html`<th role="columnheader" scope="col" class=${index > 0 && index < 7 ? "number" : ""}>${words === "" ? html`<span class="unseen">Verdict</span>` : words}</th>`)}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${days.map((day) => {
        const verdict = dayVerdict(day);
        return html`<tr role="row">
          <th role="rowheader" scope="row">${dayWords(day.day)}</th>
          ${cell("Seen", day.seen)} ${cell("Succeeded", day.succeeded)} ${cell("Failed", day.failed)} ${cell("Skipped", day.skipped)} ${cell("Waiting", day.waiting)}
          ${cell("In the folders", day.inFolders)}
          <td role="cell">${badge(verdict.tone, verdict.words)}</td>
        </tr>`;
      })}
    </tbody>
  </table>`;
}

function oddList({ odd }: Balance): TemplateResult {
  return html`<ul class="log framed">
    ${odd.map(
      (one) => html`<li class="padded">
        <p><strong>${one.subject ?? "(no subject)"}</strong> ${one.logId === null || one.logId === undefined ? nothing : html`<a href="/portal/log/${one.logId}">Message ${one.logId}</a>`}</p>
        <p>${one.words}</p>
        <p class="quiet">Received ${formatTime(one.receivedAt)}</p>
      </li>`,
    )}
  </ul>`;
}
