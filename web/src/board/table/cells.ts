// The cells of one facility in the dashboard's table.
import { html, nothing, type TemplateResult } from "lit";
import { formatAge, formatClock, formatCountdown } from "../../status-text/format.ts";
import { STATUS_TEXT } from "../../status-text/text.ts";
import type { TextContext } from "../../storm/facility-text.ts";
import { REPLAY_TEXT } from "../../storm/replay-text.ts";
import { statusPill } from "../../storm/status-pill.ts";
import type { TableRow } from "./table-row.ts";
import { TABLE_TEXT } from "./text.ts";

const STAR = "M12 2.6l2.9 5.9 6.5.9-4.7 4.6 1.1 6.4-5.8-3-5.8 3 1.1-6.4L2.6 9.4l6.5-.9z";

export interface CellOptions {
  context: TextContext;
  href: string;
  isSelected: boolean;
  /** Whether Tab reaches this row. */
  isCurrent: boolean;
  isMine: boolean;
  toggleMine: () => void;
}

export function tableCells(row: TableRow, options: CellOptions): TemplateResult {
  const { context, href, isSelected, isCurrent } = options;
  return html`<th scope="row" class="name">
      <div>
        ${star(row, options)}
        <span>
          <a href=${href} tabindex=${isCurrent ? "0" : "-1"} aria-current=${isSelected ? "true" : nothing}>${row.name}</a>
          ${changeText(row, context)}
        </span>
      </div>
    </th>
    <td class="threat">${statusPill(row.status, context.language, context.isReplay)}</td>
    <td class="clearAt">${allClearCell(row, context)}</td>
    <td class="nearest">${nearestCell(row, context)}</td>
    <td class="last">${lastCell(row, context)}</td>`;
}

function star({ name }: TableRow, { context, isMine, isCurrent, toggleMine }: CellOptions): TemplateResult {
  const text = TABLE_TEXT[context.language];
  const label = isMine ? text.remove(name) : text.add(name);
  return html`<button
    type="button"
    class="star"
    tabindex=${isCurrent ? "0" : "-1"}
    aria-pressed=${isMine ? "true" : "false"}
    aria-label=${label}
    title=${label}
    @click=${toggleMine}
  >
    <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true"><path d=${STAR} /></svg>
  </button>`;
}

/** “Changed from Clear 2 min ago” */
function changeText({ change }: TableRow, { language, now }: TextContext): TemplateResult | typeof nothing {
  if (change === null) return nothing;
  const was = STATUS_TEXT[language].status[change.from];
  return html`<span class="change">${TABLE_TEXT[language].was(was, formatAge(now - change.at))}</span>`;
}

function lastCell({ lastInRadiusAt }: TableRow, { language, now, isReplay }: TextContext): string {
  if (lastInRadiusAt === null) return "–";
  const age = formatAge(now - lastInRadiusAt);
  return isReplay ? REPLAY_TEXT[language].earlier(age) : STATUS_TEXT[language].ago(age);
}

/** “12:34”; in a replay, or without a healthy feed, a time instead of a countdown. */
export function allClearCell(row: Pick<TableRow, "clearAt" | "warning">, context: TextContext): string {
  const { clearAt, warning } = row;
  const text = TABLE_TEXT[context.language];
  if (clearAt === null) return "–";
  if (context.isReplay) return formatClock(clearAt, context.timeZone);
  if (warning === "caution") return text.notBefore(formatClock(clearAt, context.timeZone));
  return clearAt <= context.now ? text.due : formatCountdown(clearAt - context.now);
}

function nearestCell({ status, nearestMiles }: TableRow, { language }: TextContext): string {
  const text = TABLE_TEXT[language];
  if (nearestMiles === null) return status === "Unknown" ? "–" : text.noStrike;
  return text.miles(nearestMiles < 0.05 ? "< 0.1" : nearestMiles.toFixed(1));
}
