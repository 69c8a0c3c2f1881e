// The arrows at the edge of the map, as buttons that show what they point to. Their positions are in the styles.
import { html, type TemplateResult } from "lit";
import type { Language } from "../status-text/language.ts";
import { COMPASS, type EdgeArrow } from "./edge-arrows.ts";
import { MAP_TEXT } from "./text.ts";
import { FEET_PER_MILE } from "./view.ts";

const ARROWS = ["↑", "↗", "→", "↘", "↓", "↙", "←", "↖"] as const;

export function edgeArrowButtons(
  arrows: readonly EdgeArrow[],
  language: Language,
  show: (arrow: EdgeArrow) => void,
): TemplateResult[] {
  const text = MAP_TEXT[language];
  return arrows.map((arrow) => {
    const { direction, count, feet } = arrow;
    const [miles, name] = [milesText(feet), text.compass[direction]];
    return html`<button
      type="button"
      class="edge-arrow"
      data-direction=${direction}
      aria-label=${text.outside(count, miles, name)}
      @click=${() => show(arrow)}
    ><span aria-hidden="true">${ARROWS[COMPASS.indexOf(direction)]} ${count}</span> <span aria-hidden="true">${miles} mi ${name}</span></button>`;
  });
}

/** “11”, and with a decimal below ten: “2.3” */
export function milesText(feet: number): string {
  const miles = feet / FEET_PER_MILE;
  return miles < 9.95 ? miles.toFixed(1) : String(Math.round(miles));
}
