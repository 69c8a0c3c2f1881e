// Selects values in the text of the workbench with the real mouse.
import { expect, type Page } from "@playwright/test";

export interface Drag {
  steps?: number;
  /** Runs in the middle of the drag. */
  meanwhile?: () => Promise<void>;
}

interface Points {
  start: { x: number; y: number };
  end: { x: number; y: number };
}

/** Drags over the first occurrence of a whole word or phrase in a record. */
export async function dragOver(page: Page, mark: string, drag: Drag = {}): Promise<void> {
  await expectPreviewed(page);
  await dragOverShown(page, mark, drag);
}

/** Does not wait until the page shows what the current patterns find. */
export async function dragOverShown(page: Page, mark: string, { steps = 3, meanwhile }: Drag = {}): Promise<void> {
  const { start, end } = await pointsOf(page, mark);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  if (meanwhile !== undefined) {
    await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps });
    await meanwhile();
  }
  await page.mouse.move(end.x, end.y, { steps });
  await page.mouse.up();
}

/** The page shows what the current patterns find. */
export async function expectPreviewed(page: Page): Promise<void> {
  await expect(page.getByRole("region", { name: "Values" })).toHaveAttribute("aria-busy", "false");
}

/** Scrolls to the text if needed, as a person does before the drag. */
export async function pointsOf(page: Page, mark: string): Promise<Points> {
  const region = page.locator(".highlighted-text");
  await expect(region).toBeVisible();
  return region.evaluate(findPoints, mark);
}

/** Runs in the page. */
function findPoints(region: Element, mark: string): Points {
  const text = region.textContent ?? "";
  const pieces = [...region.children];
  const before = pieces.slice(
    0,
    Math.max(
      0,
      pieces.findIndex((piece) => !piece.matches(".outside")),
    ),
  );
  const from = before.reduce((length, piece) => length + (piece.textContent ?? "").length, 0);
  const isWord = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character);
  let at = text.indexOf(mark, from);
  while (at >= 0 && (isWord(text[at - 1]) || isWord(text[at + mark.length]))) at = text.indexOf(mark, at + 1);
  if (at < 0) throw new Error(`“${mark}” is not in the text after ${from}`);
  const characterAt = (searched: number): Range => {
    const walker = document.createTreeWalker(region, NodeFilter.SHOW_TEXT);
    let offset = searched;
    let node = walker.nextNode();
    while (node !== null && offset >= (node.nodeValue?.length ?? 0)) {
      offset -= node.nodeValue?.length ?? 0;
      node = walker.nextNode();
    }
    if (node === null) throw new Error(`no text at ${searched}`);
    const range = document.createRange();
    range.setStart(node, offset);
    range.setEnd(node, offset + 1);
    return range;
  };
  const [first, last] = [characterAt(at), characterAt(at + mark.length - 1)];
  const isVisible = (range: Range) => {
    const { left, right, top, bottom } = range.getBoundingClientRect();
    const isAt = (y: number) => region.contains(document.elementFromPoint((left + right) / 2, y));
    return isAt(top + 1) && isAt(bottom - 1);
  };
  if (!isVisible(first) || !isVisible(last)) last.startContainer.parentElement?.scrollIntoView({ block: "center" });
  const [left, right] = [first.getBoundingClientRect(), last.getBoundingClientRect()];
  return {
    start: { x: left.left + 1, y: (left.top + left.bottom) / 2 },
    end: { x: right.right - 1, y: (right.top + right.bottom) / 2 },
  };
}
