// How much larger than usual the page's text is: on very large screens, and where the user has set larger text. Rows that are
// counted in pixels and what is drawn on a canvas follow it.

const USUAL_FONT_PIXELS = 16;

export function pageScale(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / USUAL_FONT_PIXELS || 1;
}
