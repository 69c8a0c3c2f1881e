import { html, nothing, type TemplateResult } from "lit";
import { property } from "lit/decorators.js";
import { type Balance, readBalance, readWatcher, type Watcher } from "../../data/watcher.ts";
import { formatTime } from "../time.ts";
import { badge } from "../ui/badge.ts";
import { Loader, whenLoaded } from "../ui/loader.ts";
import { backLink, heading, PortalPage } from "../ui/page.ts";
import { dayResult, formatDay } from "./balance-day.ts";
import { watcherTabs } from "./tabs.ts";

const DAYS = 7;

interface BalanceData {
  watcher: Watcher;
  balance: Balance;
}

/** Per day: messages seen, their results, and the folders' counts, with what does not match. */
export class StormBalance extends PortalPage {
  @property({ type: Number }) number = 0;
  private readonly data = new Loader(this, async (signal): Promise<BalanceData> => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const [watcher, balance] = await Promise.all([
      readWatcher(this.number, signal),
      readBalance(this.number, DAYS, timeZone, signal),
    ]);
    return { watcher, balance };
  });

  protected override render() {
    return html`${backLink("/portal/watchers", "All watchers")} ${heading(this.data.value?.watcher.name ?? "Balance")} ${watcherTabs(this.number, "balance")}
      <p>Each day by when its messages were received. Seen is the sum of succeeded, failed, skipped and waiting; beside it stands how many messages of that day lie in the folders.</p>
      ${whenLoaded(this.data, ({ balance }) => this.page(balance))}
      <p><button type="button" class="second" @click=${() => void this.data.reload()}>Reckon again</button></p>`;
  }

  private page(balance: Balance): TemplateResult {
    return html`${balance.warnings.map((warning) => html`<p class="notice bad">${warning}</p>`)} ${dayTable(balance)}
      <p class="quiet">The provider counts ${balance.folders.length === 0 ? "nothing" : balance.folders.map(({ name, totalItemCount }) => `${totalItemCount.toLocaleString("en-US")} in ${name}`).join(", ")} in all.</p>
      <h2>What does not add up</h2>
      ${balance.discrepancies.length === 0 ? html`<p>${badge("good", "Everything adds up")}</p>` : mismatchList(balance)}`;
  }
}

function dayTable({ days }: Balance): TemplateResult {
  const columns = ["Day", "Seen", "Succeeded", "Failed", "Skipped", "Waiting", "In the folders", ""];
  const cell = (label: string, value: number | null | undefined) =>
    html`<td role="cell" class="number" data-label=${label}>${value === null || value === undefined ? "not known" : value.toLocaleString("en-US")}</td>`;
  return html`<table role="table" class="figures">
    <caption class="unseen">The last ${DAYS} days</caption>
    <thead role="rowgroup">
      <tr role="row">
        ${columns.map(
          (label, index) => html`<th
          role="columnheader"
          scope="col"
          class=${index > 0 && index < 7 ? "number" : ""}
        >${label === "" ? html`<span class="unseen">Verdict</span>` : label}</th>`,
        )}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${days.map((day) => {
        const result = dayResult(day);
        return html`<tr role="row">
          <th role="rowheader" scope="row">${formatDay(day.day)}</th>
          ${cell("Seen", day.detected)} ${cell("Succeeded", day.succeeded)} ${cell("Failed", day.failed)} ${cell("Skipped", day.skipped)} ${cell("Waiting", day.pending)}
          ${cell("In the folders", day.inFolders)}
          <td role="cell">${badge(result.tone, result.text)}</td>
        </tr>`;
      })}
    </tbody>
  </table>`;
}

function mismatchList({ discrepancies }: Balance): TemplateResult {
  return html`<ul class="log framed">
    ${discrepancies.map(
      (one) => html`<li class="padded">
        <p><strong>${one.subject ?? "(no subject)"}</strong> ${one.logId === null || one.logId === undefined ? nothing : html`<a href="/portal/log/${one.logId}">Message ${one.logId}</a>`}</p>
        <p>${one.message}</p>
        <p class="quiet">Received ${formatTime(one.receivedAt)}</p>
      </li>`,
    )}
  </ul>`;
}
