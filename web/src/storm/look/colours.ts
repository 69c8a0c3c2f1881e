// The colours of the standings for the whole document.
import { colourSheet } from "../../words/colours.ts";

export function colourDocument(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(colourSheet(":root"));
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
