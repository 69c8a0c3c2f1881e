import { html, nothing, type TemplateResult } from "lit";
import { state } from "lit/decorators.js";
import { listTokens, revokeToken, type Token } from "../../data/token.ts";
import { showStatus } from "../events.ts";
import { formatTime, isPast } from "../time.ts";
import { titles } from "../titles.ts";
import type { StormConfirm } from "../ui/confirm.ts";
import { formNotice } from "../ui/field.ts";
import { Loader, whenLoaded } from "../ui/loader.ts";
import { heading, PortalPage } from "../ui/page.ts";
import { Submission } from "../ui/submission.ts";
import { commonText } from "../ui/text.ts";
import { scopeLabel } from "./scope.ts";
import { userText } from "./text.ts";

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
      showStatus(userText().revoked(token.name));
      // The focused button is gone with its row.
      this.focusHeading();
    });
  }

  protected override render() {
    return html`<div class="top">${heading(titles().page.tokens)} <a class="button" href="/portal/tokens/new">${userText().createToken}</a></div>
      <p>${userText().tokensHint}</p>
      ${formNotice(this.submission.message)}
      ${whenLoaded(this.tokens, (tokens) => (tokens.length === 0 ? html`<p>${userText().noTokens}</p>` : this.table(tokens)))}
      <storm-confirm
        .question=${userText().revokeQuestion(this.selected?.name ?? "")}
        detail=${userText().revokeDetail}
        button-label=${userText().revokeToken}
        @storm-confirmed=${this.revoke}
      ></storm-confirm>`;
  }

  private table(tokens: Token[]): TemplateResult {
    return html`<table role="table">
      <caption class="unseen">${userText().tokensCaption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">${commonText().name}</th>
          <th role="columnheader" scope="col">${userText().user}</th>
          <th role="columnheader" scope="col">${userText().scope}</th>
          <th role="columnheader" scope="col">${userText().created}</th>
          <th role="columnheader" scope="col">${userText().lastUsed}</th>
          <th role="columnheader" scope="col">${userText().expires}</th>
          <th role="columnheader" scope="col"><span class="unseen">${userText().revoke}</span></th>
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
      <td role="cell" data-label=${userText().user}>${token.username}</td>
      <td role="cell" data-label=${userText().scope}>${scopeLabel(token.scope)}</td>
      <td role="cell" data-label=${userText().created}>${formatTime(token.createdAt)}</td>
      <td role="cell" data-label=${userText().lastUsed}>
        ${token.lastUsedAt ? formatTime(token.lastUsedAt) : userText().never}${token.lastUsedAddress ? html`<br />${token.lastUsedAddress}` : nothing}
      </td>
      <td role="cell" data-label=${userText().expires}>
        ${token.expiresAt ? formatTime(token.expiresAt) : userText().never} ${isExpired ? html`<span class="tag">${userText().expired}</span>` : nothing}
      </td>
      <td role="cell">
        <button
          type="button"
          class="danger plain"
          ?disabled=${this.submission.busy}
          @click=${() => void this.confirmRevocation(token)}
        >
          ${userText().revoke}<span class="unseen"> ${token.name}</span>
        </button>
      </td>
    </tr>`;
  }
}
