// The facilities, most threatened first, as the service sorts them.
import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { WORDS } from "../words/words.ts";
import { pill } from "./pill.ts";
import { closestWords, lastWords, type Saying, waitWords } from "./sentence.ts";
import type { Row } from "./summary.ts";

export function threatList(
  rows: readonly Row[],
  saying: Saying,
  chosen: number | null,
  linkTo: (id: number) => string,
  choose: (id: number) => void,
): TemplateResult {
  return html`<ol class="threats">
    ${repeat(
      rows,
      ({ facility }) => facility.facilityId,
      (row) => threat(row, saying, row.facility.facilityId === chosen, linkTo, choose),
    )}
  </ol>`;
}

function threat(
  row: Row,
  saying: Saying,
  isChosen: boolean,
  linkTo: (id: number) => string,
  choose: (id: number) => void,
): TemplateResult {
  const { facility, standing } = row;
  const words = WORDS[saying.language];
  const wait = waitWords(row, saying);
  const follow = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    choose(facility.facilityId);
  };
  return html`<li data-standing=${standing} class=${isChosen ? "chosen" : ""}>
    <a href=${linkTo(facility.facilityId)} aria-current=${isChosen ? "true" : nothing} @click=${follow}>
      <span class="name">${facility.name}</span>
      ${pill(standing, saying.language)}
      ${
        facility.proximity === null
          ? html`<span class="fact">${words.noAnchor}</span>`
          : html`${wait === null ? nothing : html`<span class="wait">${wait}</span>`}
            <span class="fact">${words.lastStrike}: ${lastWords(facility, saying)}</span>
            <span class="fact">${words.closest}: ${closestWords(facility, saying)}</span>`
      }
    </a>
  </li>`;
}
