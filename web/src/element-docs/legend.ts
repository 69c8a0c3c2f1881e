// The legend: the four statuses with the element's texts, shapes and colors.
import { createElement } from "../element/dom.ts";
import { addDocumentColors } from "../status/colors.ts";
import { DISPLAY_STATUSES, SHAPES } from "../status/status.ts";
import { STATUS_TEXT } from "../status-text/text.ts";

export function showLegend(list: Element): void {
  addDocumentColors();
  for (const status of DISPLAY_STATUSES) {
    const { outline, symbol } = SHAPES[status];
    const shape = createElement(
      "svg",
      { viewBox: "0 0 24 24", "aria-hidden": "true" },
      createElement("path", { class: "outline", d: outline }),
      createElement("path", { class: "symbol", d: symbol }),
    );
    const text = createElement(
      "div",
      {},
      createElement("strong", {}, STATUS_TEXT.en.status[status]),
      createElement("span", {}, STATUS_TEXT.en.advice[status]),
    );
    list.append(createElement("li", { "data-status": status }, shape, text));
  }
}
