// The buttons and the scale bar of all maps.
import { html, svg, type TemplateResult } from "lit";
import type { ScaleBar } from "./scale-bar.ts";

export function mapButton(label: string, path: string, onClick: () => void): TemplateResult {
  return html`<button type="button" aria-label=${label} title=${label} @click=${onClick}>
    <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true"><path
      d=${path}
      fill="none"
      stroke="currentColor"
      stroke-width="2.4"
      stroke-linecap="round"
      stroke-linejoin="round"
    ></path></svg>
  </button>`;
}

/** Without inline styles, which the content security policy forbids. */
export function scaleBarView({ pixels, text }: ScaleBar, scale: number): TemplateResult {
  const end = Math.round(pixels * scale) + 1;
  return html`<div class="scale">
    <svg width=${end + 1} height="10" aria-hidden="true">${svg`<path d=${`M1 1v7h${end - 1}V1`} fill="none" stroke="currentColor" stroke-width="2"></path>`}</svg>
    <span>${text}</span>
  </div>`;
}
