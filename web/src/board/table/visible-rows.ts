// Which rows of a long table are drawn. Pure.

/** Pixels at the usual text size; table.css has the same height. */
export const ROW_HEIGHT = 36;
/** Rows drawn above and below the visible ones, so that scrolling shows no gap. */
const MARGIN_ROWS = 8;

export interface RowRange {
  first: number;
  /** Exclusive. */
  end: number;
}

/** `bodyTop` is where the first row is, in the same coordinates as the visible part, in pixels at the usual text size. */
export function visibleRows(count: number, bodyTop: number, top: number, bottom: number): RowRange {
  const first = Math.max(0, Math.floor((top - bodyTop) / ROW_HEIGHT) - MARGIN_ROWS);
  const end = Math.min(count, Math.ceil((bottom - bodyTop) / ROW_HEIGHT) + MARGIN_ROWS);
  return first >= end ? { first: 0, end: Math.min(count, 2 * MARGIN_ROWS) } : { first, end };
}

/** The index of the row that a key moves to; null for other keys. */
export function movedTo(key: string, index: number, count: number): number | null {
  const last = count - 1;
  const targets: Record<string, number> = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    PageDown: index + 10,
    PageUp: index - 10,
    Home: 0,
    End: last,
  };
  const target = targets[key];
  return target === undefined || count === 0 ? null : Math.min(Math.max(target, 0), last);
}
