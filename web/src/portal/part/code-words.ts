import { html, type TemplateResult } from "lit";

/** Words in which `this` is code, as the service writes its hints. A backtick without a partner stays what it is. */
export function codeWords(text: string): (string | TemplateResult)[] {
  return text
    .split(/(`[^`]+`)/)
    .map((piece) => (/^`.+`$/.test(piece) ? html`<code>${piece.slice(1, -1)}</code>` : piece));
}
