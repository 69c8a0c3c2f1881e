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
import { formatTime } from "../time.ts";
import type { StormConfirm } from "../ui/confirm.ts";
import { formNotice } from "../ui/field.ts";
import { Loader, whenLoaded } from "../ui/loader.ts";
import { PortalPage } from "../ui/page.ts";
import { Submission } from "../ui/submission.ts";
import { scopeLabel } from "./scope.ts";
import { sessionTable } from "./session-table.ts";

/** The user's own sessions and tokens, on the account page. */
export class StormOwnAccess extends PortalPage {
  private readonly access = new Loader(this, readOwnAccess);
  private readonly submission = new Submission(this);

  private readonly end = (session: Session): void => {
    void this.submission.send(async (signal) => {
      await endOwnSession(session.id, signal);
      if (session.isCurrent) {
        window.dispatchEvent(new SignedOut("You are signed out."));
        return;
      }
      showStatus("The session was ended.");
      await this.access.refresh();
    });
  };

  private revoke(token: Token): void {
    void this.submission.send(async (signal) => {
      await revokeOwnToken(token.id, signal);
      showStatus(`“${token.name}” was revoked.`);
      await this.access.refresh();
    });
  }

  private revokeAll(): void {
    void this.submission.send(async (signal) => {
      await revokeOwnAccess(signal);
      window.dispatchEvent(new SignedOut("All your sessions and tokens were ended. Sign in again."));
    });
  }

  protected override render() {
    return html`<section>
      <h2>Where you are signed in</h2>
      ${formNotice(this.submission.message)} ${whenLoaded(this.access, (access) => this.lists(access))}
      <storm-confirm
        question="End all your sessions and tokens?"
        detail="You are signed out in every browser, including this one. Programs that use your tokens lose access immediately."
        button-label="End all"
        @storm-confirmed=${this.revokeAll}
      ></storm-confirm>
    </section>`;
  }

  private lists({ sessions, tokens }: OwnAccess): TemplateResult {
    const { busy } = this.submission;
    return html`${sessions.length === 0 ? nothing : sessionTable({ sessions, showsUser: false, busy, end: this.end })}
      <h2>Your API tokens</h2>
      ${tokens.length === 0 ? html`<p>You have no API tokens.</p>` : this.tokenTable(tokens)}
      <div class="buttons"><button
        type="button"
        class="danger plain"
        ?disabled=${busy}
        @click=${() => this.querySelector<StormConfirm>("storm-confirm")?.open()}
      >End all sessions and tokens</button></div>`;
  }

  private tokenTable(tokens: Token[]): TemplateResult {
    return html`<table role="table">
      <caption class="unseen">Your API tokens</caption>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">Name</th>
          <th role="columnheader" scope="col">Scope</th>
          <th role="columnheader" scope="col">Last used</th>
          <th role="columnheader" scope="col">Expires</th>
          <th role="columnheader" scope="col"><span class="unseen">Revoke</span></th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${tokens.map(
          (token) => html`<tr role="row">
            <th role="rowheader" scope="row">${token.name}</th>
            <td role="cell" data-label="Scope">${scopeLabel(token.scope)}</td>
            <td role="cell" data-label="Last used">${token.lastUsedAt ? formatTime(token.lastUsedAt) : "Never"}</td>
            <td role="cell" data-label="Expires">${token.expiresAt ? formatTime(token.expiresAt) : "Never"}</td>
            <td role="cell">
              <button
                type="button"
                class="danger plain"
                ?disabled=${this.submission.busy}
                @click=${() => this.revoke(token)}
              >
                Revoke<span class="unseen"> ${token.name}</span>
              </button>
            </td>
          </tr>`,
        )}
      </tbody>
    </table>`;
  }
}
