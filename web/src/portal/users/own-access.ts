import { html, nothing, type TemplateResult } from "lit";
import {
  endOwnSession,
  type OwnAccess,
  readOwnAccess,
  revokeOwnAccess,
  revokeOwnToken,
  type Session,
} from "../../data/access.ts";
import type { Token } from "../../data/token.ts";
import { SignedOut, showStatus } from "../events.ts";
import { shellText } from "../text.ts";
import { formatTime } from "../time.ts";
import type { StormConfirm } from "../ui/confirm.ts";
import { formNotice } from "../ui/field.ts";
import { Loader, whenLoaded } from "../ui/loader.ts";
import { PortalPage } from "../ui/page.ts";
import { Submission } from "../ui/submission.ts";
import { commonText } from "../ui/text.ts";
import { scopeLabel } from "./scope.ts";
import { sessionTable } from "./session-table.ts";
import { userText } from "./text.ts";

/** The user's own sessions and tokens, on the account page. */
export class StormOwnAccess extends PortalPage {
  private readonly access = new Loader(this, readOwnAccess);
  private readonly submission = new Submission(this);

  private readonly end = (session: Session): void => {
    void this.submission.send(async (signal) => {
      await endOwnSession(session.id, signal);
      if (session.isCurrent) {
        window.dispatchEvent(new SignedOut(shellText().signedOut));
        return;
      }
      showStatus(userText().sessionEnded);
      await this.access.refresh();
    });
  };

  private revoke(token: Token): void {
    void this.submission.send(async (signal) => {
      await revokeOwnToken(token.id, signal);
      showStatus(userText().revoked(token.name));
      await this.access.refresh();
    });
  }

  private revokeAll(): void {
    void this.submission.send(async (signal) => {
      await revokeOwnAccess(signal);
      window.dispatchEvent(new SignedOut(userText().ownEnded));
    });
  }

  protected override render() {
    return html`<section>
      <h2>${userText().whereSignedIn}</h2>
      ${formNotice(this.submission.message)} ${whenLoaded(this.access, (access) => this.lists(access))}
      <storm-confirm
        question=${userText().endOwnQuestion}
        detail=${userText().endOwnDetail}
        button-label=${userText().endAll}
        @storm-confirmed=${this.revokeAll}
      ></storm-confirm>
    </section>`;
  }

  private lists({ sessions, tokens }: OwnAccess): TemplateResult {
    const { busy } = this.submission;
    return html`${sessions.length === 0 ? nothing : sessionTable({ sessions, showsUser: false, busy, end: this.end })}
      <h2>${userText().yourTokens}</h2>
      ${tokens.length === 0 ? html`<p>${userText().noOwnTokens}</p>` : this.tokenTable(tokens)}
      <div class="buttons"><button
        type="button"
        class="danger plain"
        ?disabled=${busy}
        @click=${() => this.querySelector<StormConfirm>("storm-confirm")?.open()}
      >${userText().endSessionsAndTokens}</button></div>`;
  }

  private tokenTable(tokens: Token[]): TemplateResult {
    return html`<table role="table">
      <caption class="unseen">${userText().yourTokens}</caption>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">${commonText().name}</th>
          <th role="columnheader" scope="col">${userText().scope}</th>
          <th role="columnheader" scope="col">${userText().lastUsed}</th>
          <th role="columnheader" scope="col">${userText().expires}</th>
          <th role="columnheader" scope="col"><span class="unseen">${userText().revoke}</span></th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${tokens.map(
          (token) => html`<tr role="row">
            <th role="rowheader" scope="row">${token.name}</th>
            <td role="cell" data-label=${userText().scope}>${scopeLabel(token.scope)}</td>
            <td role="cell" data-label=${userText().lastUsed}>${token.lastUsedAt ? formatTime(token.lastUsedAt) : userText().never}</td>
            <td role="cell" data-label=${userText().expires}>${token.expiresAt ? formatTime(token.expiresAt) : userText().never}</td>
            <td role="cell">
              <button
                type="button"
                class="danger plain"
                ?disabled=${this.submission.busy}
                @click=${() => this.revoke(token)}
              >
                ${userText().revoke}<span class="unseen"> ${token.name}</span>
              </button>
            </td>
          </tr>`,
        )}
      </tbody>
    </table>`;
  }
}
