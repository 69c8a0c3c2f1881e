import { html, type TemplateResult } from "lit";

/** Renders backticks in the service's hints as code. A single backtick stays. */
export function inlineCode(text: string): (string | TemplateResult)[] {
  return text
    .split(/(`[^`]+`)/)
    .map((piece) => (/^`.+`$/.test(piece) ? html`<code>${piece.slice(1, -1)}</code>` : piece));
}
