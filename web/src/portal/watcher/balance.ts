import { html, nothing, type TemplateResult } from "lit";
import { property } from "lit/decorators.js";
import { replayFile } from "../../data/log.ts";
import { type Balance, readBalance, readWatcher, replayMissing, type Watcher } from "../../data/watcher.ts";
import { formatCount } from "../../status-text/page-language.ts";
import { showStatus } from "../events.ts";
import { formatTime } from "../time.ts";
import { titles } from "../titles.ts";
import { badge } from "../ui/badge.ts";
import { formNotice } from "../ui/field.ts";
import { Loader, whenLoaded } from "../ui/loader.ts";
import { backLink, heading, PortalPage } from "../ui/page.ts";
import { Submission } from "../ui/submission.ts";
import { commonText } from "../ui/text.ts";
import { dayResult, differencesOn, formatDay, missingFiles, noDiscrepancyText } from "./balance-day.ts";
import { type FolderKind, folderKindOf, folderKindText } from "./kind.ts";
import { watcherTabs } from "./tabs.ts";
import { watcherText } from "./text.ts";

const DAYS = 7;

interface BalanceData {
  watcher: Watcher;
  balance: Balance;
}

/** Compares the log with the folders, day by day. */
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
      const { value } = this.data;
      if (value === null) return;
      const count = await replayAllMissing(value, signal);
      showStatus(watcherText().queued(folderKindText(this.kind).items(count)));
      await this.data.reload();
    });
  };

  /** Status changes are in no folder; their balance has no folders either. */
  private get kind(): FolderKind {
    return folderKindOf(this.data.value?.watcher ?? {}) ?? "Mailbox";
  }

  protected override render() {
    return html`${backLink("/portal/watchers", watcherText().allWatchers)} ${heading(this.data.value?.watcher.name ?? titles().page.balance)} ${watcherTabs(this.number, "balance")}
      <p>${folderKindText(this.kind).balanceHint}</p>
      ${whenLoaded(this.data, ({ balance }) => this.page(balance))}
      <p><button type="button" class="second" @click=${() => void this.data.reload()}>${watcherText().refresh}</button></p>`;
  }

  private page(balance: Balance): TemplateResult {
    return html`${balance.warnings.map((warning) => html`<p class="notice bad">${warning}</p>`)} ${dayTable(balance)}
      <p class="quiet">${folderTotals(balance, this.kind)}</p>
      <h2>${watcherText().differences}</h2>
      ${balance.missingCount === 0 ? nothing : this.missing(balance.missingCount)}
      ${balance.discrepancies.length === 0 ? noDiscrepancies(balance) : discrepancyList(balance)}`;
  }

  private missing(count: number): TemplateResult {
    const { busy, message } = this.submission;
    const text = folderKindText(this.kind);
    return html`<div class="notice bad">
        <p>${text.missing(count, text.items(count))}</p>
        ${
          this.isOperator
            ? html`<p><button type="button" ?disabled=${busy} @click=${this.replay}>${busy ? watcherText().replaying : text.replayMissing}</button></p>`
            : nothing
        }
      </div>
      ${formNotice(message)}`;
  }
}

function dayTable({ days, discrepancies }: Balance): TemplateResult {
  const { day: dayLabel, inLog, columns, inFolders, lastDays } = watcherText();
  const labels = [dayLabel, inLog, columns.succeeded, columns.failed, columns.skipped, columns.pending, inFolders, ""];
  const cell = (label: string, value: number | null | undefined) =>
    html`<td role="cell" class="number" data-label=${label}>${value === null || value === undefined ? commonText().unknown : formatCount(value)}</td>`;
  return html`<table role="table" class="figures">
    <caption class="unseen">${lastDays(DAYS)}</caption>
    <thead role="rowgroup">
      <tr role="row">
        ${labels.map(
          (label, index) => html`<th
          role="columnheader"
          scope="col"
          class=${index > 0 && index < 7 ? "number" : ""}
        >${label === "" ? html`<span class="unseen">${commonText().result}</span>` : label}</th>`,
        )}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${days.map((day) => {
        const result = dayResult(day, differencesOn(day.day, { discrepancies }));
        return html`<tr role="row">
          <th role="rowheader" scope="row">${formatDay(day.day)}</th>
          ${cell(inLog, day.detected)} ${cell(columns.succeeded, day.succeeded)} ${cell(columns.failed, day.failed)} ${cell(columns.skipped, day.skipped)} ${cell(columns.pending, day.pending)}
          ${cell(inFolders, day.inFolders)}
          <td role="cell">${badge(result.tone, result.text)}</td>
        </tr>`;
      })}
    </tbody>
  </table>`;
}

/** Returns the number of messages or files that were queued. */
async function replayAllMissing({ watcher, balance }: BalanceData, signal: AbortSignal): Promise<number> {
  if (folderKindOf(watcher) !== "File") return replayMissing(watcher.id, signal);
  const names = missingFiles(balance);
  for (const name of names) await replayFile(watcher.id, name, signal);
  return names.length;
}

function folderTotals({ folders }: Balance, kind: FolderKind): string {
  const { folderTotal, totals } = watcherText();
  const each = folders.map(({ name, totalItemCount }) => folderTotal(formatCount(totalItemCount), name));
  return each.length === 0 ? folderKindText(kind).noTotals : totals(each.join(", "));
}

function noDiscrepancies({ days }: Balance): TemplateResult {
  const { tone, text } = noDiscrepancyText(days);
  return html`<p>${badge(tone, text)}</p>`;
}

function discrepancyList({ discrepancies }: Balance): TemplateResult {
  return html`<ul class="log framed">
    ${discrepancies.map(
      (discrepancy) => html`<li class="padded">
        <p><strong>${discrepancy.subject ?? watcherText().noSubject}</strong> ${discrepancy.logId === null || discrepancy.logId === undefined ? nothing : html`<a href="/portal/log/${discrepancy.logId}">${watcherText().message(discrepancy.logId)}</a>`}</p>
        <p>${discrepancy.message}</p>
        <p class="quiet">${watcherText().received(formatTime(discrepancy.receivedAt))}</p>
      </li>`,
    )}
  </ul>`;
}
