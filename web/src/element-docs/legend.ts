// The four standings, drawn from the same words, shapes and colours as the element.

import { node } from "../element/tree.ts";
import { colourSheet } from "../words/colours.ts";
import { SHAPES, STANDINGS } from "../words/standing.ts";
import { WORDS } from "../words/words.ts";

export function showLegend(list: Element): void {
  const colours = new CSSStyleSheet();
  colours.replaceSync(colourSheet(":root"));
  document.adoptedStyleSheets.push(colours);
  for (const standing of STANDINGS) {
    const { outline, sign } = SHAPES[standing];
    const shape = node(
      "svg",
      { viewBox: "0 0 24 24", "aria-hidden": "true" },
      node("path", { class: "outline", d: outline }),
      node("path", { class: "sign", d: sign }),
    );
    const words = node(
      "div",
      {},
      node("strong", {}, WORDS.en.status[standing]),
      node("span", {}, WORDS.en.advice[standing]),
    );
    list.append(node("li", { class: standing.toLowerCase() }, shape, words));
  }
}
