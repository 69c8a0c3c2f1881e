// The wall display: the city's status, the time, the next all clear, every facility and the map.
import { html, nothing, type TemplateResult } from "lit";
import { formatClock, formatEndMinutes } from "../../status-text/format.ts";
import type { TextContext } from "../../storm/facility-text.ts";
import { allClearCell } from "../table/cells.ts";
import { nextAllClear, type TableRow } from "../table/table-row.ts";
import { BOARD_TEXT } from "../text.ts";
import { WALL_TEXT } from "./text.ts";
import type { WallPart } from "./tiles-note.ts";

export interface WallOptions {
  banner: TemplateResult;
  map: TemplateResult;
  rows: readonly TableRow[];
  /** Of a large city; null if the rows are all facilities. */
  part: WallPart | null;
  /** Whether every facility that waits for an all clear is in the rows. */
  hasAllThreatened: boolean;
  context: TextContext;
  /** Before the first report there is no time to show. */
  hasReport: boolean;
  /** Before the first response nothing is below the status: it would move. */
  isWaiting: boolean;
  exit: () => void;
}

export function wallDisplay(options: WallOptions): TemplateResult {
  const { banner, map, rows, part, context, hasReport, isWaiting, exit } = options;
  const showsNext = hasReport && options.hasAllThreatened && !context.isReplay;
  return html`<h1 class="unseen">${BOARD_TEXT[context.language].title}</h1>
    <wall-controls .language=${context.language} .exit=${exit}></wall-controls>
    <div class="wall-head">
      ${banner} ${showsNext ? nextClear(rows, context) : nothing}
      ${hasReport ? html`<p class="wall-clock ${context.isReplay ? "past" : ""}">${formatClock(context.now, context.timeZone)}</p>` : nothing}
    </div>
    ${
      isWaiting
        ? nothing
        : html`<div class="wall-body">
          ${hasReport ? html`<wall-tiles .rows=${rows} .cityPart=${part} .context=${context}></wall-tiles>` : nothing} ${map}
        </div>`
    }`;
}

function nextClear(rows: readonly TableRow[], context: TextContext): TemplateResult | typeof nothing {
  const next = nextAllClear(rows);
  if (next?.clearAt == null) return nothing;
  const text = WALL_TEXT[context.language];
  const clock = formatEndMinutes(next.clearAt, context.timeZone);
  const wait = allClearCell(next, context);
  const countdown = next.clearAt <= context.now ? wait : text.in(wait);
  // A countdown needs a healthy feed.
  const isCounting = next.warning !== "caution";
  return html`<div class="wall-next">
    <p>${isCounting ? text.nextAllClear(clock) : text.notBefore}</p>
    <p class="wall-wait">${isCounting ? countdown : clock}</p>
    <p class="wall-name">${next.name}</p>
    ${isCounting ? html`<p class="wall-condition">${text.ifNoStrikes}</p>` : nothing}
  </div>`;
}
