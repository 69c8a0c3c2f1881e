// What the signs of the map mean.
import { html, svg, type TemplateResult } from "lit";
import { plainNumber } from "../words/figures.ts";
import type { Language } from "../words/language.ts";
import { SHAPES, STANDINGS, type Standing } from "../words/standing.ts";
import { WORDS } from "../words/words.ts";
import { HEAT } from "./sprite.ts";
import { MAP_WORDS } from "./words.ts";

/** The shape of a standing, as every screen shows it. */
export function standingSign(standing: Standing, size = 24): TemplateResult {
  const { outline, sign } = SHAPES[standing];
  return html`<svg class="sign" data-standing=${standing} viewBox="0 0 24 24" width=${size} height=${size} aria-hidden="true">
    <path class="outline" d=${outline}></path>
    <path class="stroke" d=${sign} fill="none" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"></path>
  </svg>`;
}

export function legend(language: Language, dangerMs: number, historyMs: number): TemplateResult {
  const [words, map] = [WORDS[language], MAP_WORDS[language]];
  const stops = HEAT.map(
    (colour, step) => svg`<rect x=${step * 10} y="0" width="10.5" height="10" fill=${colour}></rect>`,
  );
  return html`<dl>
    <dt>${map.facilities}</dt>
    ${STANDINGS.map((standing) => html`<dd>${standingSign(standing, 18)} ${words.status[standing]}</dd>`)}
    <dt>${map.strikes}</dt>
    <dd><svg viewBox="-9 -9 18 18" width="18" height="18" aria-hidden="true"><path d="M0-6.5 6.5 0 0 6.5-6.5 0z" fill="#ffb03a" stroke="#141020" stroke-width="1.5"></path></svg> ${map.groundStrike}</dd>
    <dd><svg viewBox="-9 -9 18 18" width="18" height="18" aria-hidden="true"><circle r="5" fill="none" stroke="#141020" stroke-width="4.5"></circle><circle r="5" fill="none" stroke="#ffb03a" stroke-width="2.5"></circle></svg> ${map.cloudStrike}</dd>
    <dd class="ramp">
      <svg viewBox="0 0 120 10" preserveAspectRatio="none" aria-hidden="true">${stops}</svg>
      <span>${map.now}</span><span>${map.minutes(plainNumber(dangerMs / 60_000))}</span><span>${map.hours(plainNumber(historyMs / 3_600_000))}</span>
    </dd>
    <dd><svg viewBox="0 0 18 18" width="18" height="18" aria-hidden="true"><path class="ring" d="M2 16A22 22 0 0 1 16 2" fill="none" stroke-width="3"></path></svg> ${map.ring}</dd>
  </dl>`;
}
