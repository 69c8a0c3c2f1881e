export interface Point {
  x: number;
  y: number;
}

/**
 * Ends the selection of a drag that has left the text at the nearest position inside. The browser itself goes on to
 * whatever is next to the text on the page, with all lines in between.
 */
export function keepSelectionInside(region: Element | null, pointer: Point): void {
  const selection = document.getSelection();
  if (region === null || selection?.focusNode == null || selection.anchorNode === null) return;
  if (!region.contains(selection.anchorNode) || region.contains(selection.focusNode)) return;
  const { x, y } = nearestInside(visibleBox(region), pointer);
  const caret = document.caretPositionFromPoint?.(x, y);
  if (caret && region.contains(caret.offsetNode)) selection.extend(caret.offsetNode, caret.offset);
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Without border and scroll bar, and within the window. */
function visibleBox(region: Element): Box {
  const { left, top } = region.getBoundingClientRect();
  const [x, y] = [left + region.clientLeft, top + region.clientTop];
  return {
    left: Math.max(x, 0),
    top: Math.max(y, 0),
    right: Math.min(x + region.clientWidth, innerWidth),
    bottom: Math.min(y + region.clientHeight, innerHeight),
  };
}

export function nearestInside({ left, top, right, bottom }: Box, { x, y }: Point): Point {
  return {
    x: Math.min(Math.max(x, left + 1), right - 1),
    y: Math.min(Math.max(y, top + 1), bottom - 1),
  };
}
