import { html, type TemplateResult } from "lit";
import type { NewToken } from "../../data/token.ts";

/** Shows the token, which cannot be read again. */
export function newTokenBox(token: NewToken, copied: string, copy: () => Promise<void>): TemplateResult {
  return html`<div class="sheet token-box">
    <p><strong>Copy this token now. It will not be shown again.</strong></p>
    <div class="field">
      <label for="new-token">Token “${token.name}” for ${token.username}</label>
      <input id="new-token" type="text" readonly spellcheck="false" .value=${token.token} />
    </div>
    <div class="buttons">
      <button type="button" @click=${() => void copy()}>Copy token</button>
      <span role="status">${copied}</span>
    </div>
    <p class="hint">Programs send it as <code>Authorization: Bearer TOKEN</code>. If you lose the token, revoke it and create another one.</p>
  </div>`;
}
