// One facility, large: what somebody sees who opens its link in the rain.
import { html, nothing, type TemplateResult } from "lit";
import { standingSign } from "../map/legend.ts";
import { WORDS } from "../words/words.ts";
import { closestWords, countWords, doubtWords, lastWords, type Saying, waitWords } from "./sentence.ts";
import type { Row } from "./summary.ts";

export function detail(row: Row, saying: Saying, healthy: boolean | null, beside: unknown = nothing): TemplateResult {
  const { facility, standing } = row;
  const words = WORDS[saying.language];
  const [wait, doubt] = [waitWords(row, saying), doubtWords(row, healthy, saying.language)];
  return html`<section class="detail" data-standing=${standing} aria-labelledby="chosen">
    <div class="headline">
      ${standingSign(standing, 44)}
      <div>
        <p class="word">${words.status[standing]}</p>
        <h2 id="chosen" tabindex="-1">${facility.name}</h2>
      </div>
    </div>
    <p class="advice">${words.advice[standing]} <span class="safety">${words.safety}</span></p>
    ${wait === null ? nothing : html`<p class="wait">${wait}</p>`} ${doubt === null ? nothing : html`<p class="doubt">${doubt}</p>`}
    ${
      facility.proximity === null
        ? nothing
        : html`<dl>
          <div><dt>${words.lastStrike}</dt><dd>${lastWords(facility, saying)}</dd></div>
          <div><dt>${words.closest}</dt><dd>${closestWords(facility, saying)}</dd></div>
        </dl>
        <p class="fact">${countWords(facility, saying)}</p>`
    }
    ${beside}
  </section>`;
}
