import { html, nothing, type TemplateResult } from "lit";
import { property } from "lit/decorators.js";
import { type Balance, readBalance, readWatcher, replayMissing, type Watcher } from "../../data/watcher.ts";
import { showStatus } from "../events.ts";
import { formatTime } from "../time.ts";
import { badge } from "../ui/badge.ts";
import { formNotice } from "../ui/field.ts";
import { Loader, whenLoaded } from "../ui/loader.ts";
import { backLink, heading, PortalPage } from "../ui/page.ts";
import { Submission } from "../ui/submission.ts";
import { dayResult, formatDay, missingText, noDiscrepancyText } from "./balance-day.ts";
import { watcherTabs } from "./tabs.ts";

const DAYS = 7;

interface BalanceData {
  watcher: Watcher;
  balance: Balance;
}

/** Compares the log with the mailbox folders, day by day. */
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

  private readonly submission = new Submission(this);

  private readonly replay = (): void => {
    void this.submission.send(async (signal) => {
      const count = await replayMissing(this.number, signal);
      showStatus(`${missingText(count)} queued. Follow the progress in the log.`);
      await this.data.reload();
    });
  };

  protected override render() {
    return html`${backLink("/portal/watchers", "All watchers")} ${heading(this.data.value?.watcher.name ?? "Balance")} ${watcherTabs(this.number, "balance")}
      <p>Compares the log with the mailbox folders, by the day on which messages were received. “In log” is the sum of succeeded, failed, skipped and in progress.</p>
      ${whenLoaded(this.data, ({ balance }) => this.page(balance))}
      <p><button type="button" class="second" @click=${() => void this.data.reload()}>Refresh</button></p>`;
  }

  private page(balance: Balance): TemplateResult {
    return html`${balance.warnings.map((warning) => html`<p class="notice bad">${warning}</p>`)} ${dayTable(balance)}
      <p class="quiet">${folderTotals(balance)}</p>
      <h2>Differences</h2>
      ${balance.missingCount === 0 ? nothing : this.missing(balance.missingCount)}
      ${balance.discrepancies.length === 0 ? noDiscrepancies(balance) : discrepancyList(balance)}`;
  }

  private missing(count: number): TemplateResult {
    const { busy, message } = this.submission;
    return html`<div class="notice bad">
        <p>${missingText(count)} ${count === 1 ? "is" : "are"} in the mailbox, but not in the log. Replay them to process them now.</p>
        ${
          this.isOperator
            ? html`<p><button type="button" ?disabled=${busy} @click=${this.replay}>${busy ? "Replaying…" : "Replay missing messages"}</button></p>`
            : nothing
        }
      </div>
      ${formNotice(message)}`;
  }
}

function dayTable({ days }: Balance): TemplateResult {
  const columns = ["Day", "In log", "Succeeded", "Failed", "Skipped", "In progress", "In folders", ""];
  const cell = (label: string, value: number | null | undefined) =>
    html`<td role="cell" class="number" data-label=${label}>${value === null || value === undefined ? "unknown" : value.toLocaleString("en-US")}</td>`;
  return html`<table role="table" class="figures">
    <caption class="unseen">The last ${DAYS} days</caption>
    <thead role="rowgroup">
      <tr role="row">
        ${columns.map(
          (label, index) => html`<th
          role="columnheader"
          scope="col"
          class=${index > 0 && index < 7 ? "number" : ""}
        >${label === "" ? html`<span class="unseen">Result</span>` : label}</th>`,
        )}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${days.map((day) => {
        const result = dayResult(day);
        return html`<tr role="row">
          <th role="rowheader" scope="row">${formatDay(day.day)}</th>
          ${cell("In log", day.detected)} ${cell("Succeeded", day.succeeded)} ${cell("Failed", day.failed)} ${cell("Skipped", day.skipped)} ${cell("In progress", day.pending)}
          ${cell("In folders", day.inFolders)}
          <td role="cell">${badge(result.tone, result.text)}</td>
        </tr>`;
      })}
    </tbody>
  </table>`;
}

function folderTotals({ folders }: Balance): string {
  const totals = folders.map(({ name, totalItemCount }) => `${totalItemCount.toLocaleString("en-US")} in ${name}`);
  return totals.length === 0 ? "The provider reported no folder totals." : `Folder totals: ${totals.join(", ")}.`;
}

function noDiscrepancies({ days }: Balance): TemplateResult {
  const { tone, text } = noDiscrepancyText(days);
  return html`<p>${badge(tone, text)}</p>`;
}

function discrepancyList({ discrepancies }: Balance): TemplateResult {
  return html`<ul class="log framed">
    ${discrepancies.map(
      (discrepancy) => html`<li class="padded">
        <p><strong>${discrepancy.subject ?? "(no subject)"}</strong> ${discrepancy.logId === null || discrepancy.logId === undefined ? nothing : html`<a href="/portal/log/${discrepancy.logId}">Message ${discrepancy.logId}</a>`}</p>
        <p>${discrepancy.message}</p>
        <p class="quiet">Received ${formatTime(discrepancy.receivedAt)}</p>
      </li>`,
    )}
  </ul>`;
}
