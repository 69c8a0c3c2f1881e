import { html, nothing, type TemplateResult } from "lit";
import { state } from "lit/decorators.js";
import { listTokens, revokeToken, type Token } from "../../data/token.ts";
import { showStatus } from "../events.ts";
import { formatTime, isPast } from "../time.ts";
import type { StormConfirm } from "../ui/confirm.ts";
import { formNotice } from "../ui/field.ts";
import { Loader, whenLoaded } from "../ui/loader.ts";
import { heading, PortalPage } from "../ui/page.ts";
import { Submission } from "../ui/submission.ts";
import { scopeLabel } from "./scope.ts";

export class StormTokens extends PortalPage {
  private readonly tokens = new Loader(this, listTokens);
  private readonly submission = new Submission(this);
  /** Null while the dialog is closed. */
  @state() private selected: Token | null = null;

  private async confirmRevocation(token: Token): Promise<void> {
    this.selected = token;
    await this.updateComplete;
    this.querySelector<StormConfirm>("storm-confirm")?.open();
  }

  private revoke(): void {
    const token = this.selected;
    if (token === null) return;
    void this.submission.send(async (signal) => {
      await revokeToken(token.id, signal);
      this.tokens.set((this.tokens.value ?? []).filter(({ id }) => id !== token.id));
      showStatus(`“${token.name}” was revoked.`);
      // The focused button is gone with its row.
      this.focusHeading();
    });
  }

  protected override render() {
    return html`<div class="top">${heading("Tokens")} <a class="button" href="/portal/tokens/new">Create token</a></div>
      <p>Programs use tokens to call the API as a user.</p>
      ${formNotice(this.submission.message)}
      ${whenLoaded(this.tokens, (tokens) => (tokens.length === 0 ? html`<p>There are no tokens yet.</p>` : this.table(tokens)))}
      <storm-confirm
        .question=${`Revoke “${this.selected?.name ?? ""}”?`}
        detail="Programs that use this token lose access immediately. This cannot be undone."
        button-label="Revoke token"
        @storm-confirmed=${this.revoke}
      ></storm-confirm>`;
  }

  private table(tokens: Token[]): TemplateResult {
    return html`<table role="table">
      <caption class="unseen">Tokens</caption>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">Name</th>
          <th role="columnheader" scope="col">User</th>
          <th role="columnheader" scope="col">Scope</th>
          <th role="columnheader" scope="col">Created</th>
          <th role="columnheader" scope="col">Last used</th>
          <th role="columnheader" scope="col">Expires</th>
          <th role="columnheader" scope="col"><span class="unseen">Revoke</span></th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${tokens.map((token) => this.row(token))}
      </tbody>
    </table>`;
  }

  private row(token: Token): TemplateResult {
    const isExpired = isPast(token.expiresAt, new Date());
    return html`<tr role="row">
      <th role="rowheader" scope="row">${token.name}</th>
      <td role="cell" data-label="User">${token.username}</td>
      <td role="cell" data-label="Scope">${scopeLabel(token.scope)}</td>
      <td role="cell" data-label="Created">${formatTime(token.createdAt)}</td>
      <td role="cell" data-label="Last used">
        ${token.lastUsedAt ? formatTime(token.lastUsedAt) : "Never"}${token.lastUsedAddress ? html`<br />${token.lastUsedAddress}` : nothing}
      </td>
      <td role="cell" data-label="Expires">
        ${token.expiresAt ? formatTime(token.expiresAt) : "Never"} ${isExpired ? html`<span class="tag">Expired</span>` : nothing}
      </td>
      <td role="cell">
        <button
          type="button"
          class="danger plain"
          ?disabled=${this.submission.busy}
          @click=${() => void this.confirmRevocation(token)}
        >
          Revoke<span class="unseen"> ${token.name}</span>
        </button>
      </td>
    </tr>`;
  }
}
