import { html, nothing, type TemplateResult } from "lit";
import type { Session } from "../../data/access.ts";
import { formatTime } from "../time.ts";

export interface SessionTable {
  sessions: Session[];
  /** False on a page about one user. */
  showsUser: boolean;
  busy: boolean;
  end: (session: Session) => void;
}

export function sessionTable(table: SessionTable): TemplateResult {
  return html`<table role="table">
    <caption class="unseen">Sessions</caption>
    <thead role="rowgroup">
      <tr role="row">
        ${table.showsUser ? html`<th role="columnheader" scope="col">User</th>` : nothing}
        <th role="columnheader" scope="col">Address</th>
        <th role="columnheader" scope="col">Signed in</th>
        <th role="columnheader" scope="col">Last used</th>
        <th role="columnheader" scope="col">Expires</th>
        <th role="columnheader" scope="col"><span class="unseen">End</span></th>
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${table.sessions.map((session) => sessionRow(session, table))}
    </tbody>
  </table>`;
}

function sessionRow(session: Session, { showsUser, busy, end }: SessionTable): TemplateResult {
  const address = session.address ?? "Unknown address";
  const tag = session.isCurrent ? html` <span class="tag">This browser</span>` : nothing;
  return html`<tr role="row">
    ${
      showsUser
        ? html`<th role="rowheader" scope="row">${session.username}${tag}</th>
          <td role="cell" data-label="Address">${address}</td>`
        : html`<th role="rowheader" scope="row">${address}${tag}</th>`
    }
    <td role="cell" data-label="Signed in">${formatTime(session.createdAt)}</td>
    <td role="cell" data-label="Last used">${formatTime(session.lastSeenAt)}</td>
    <td role="cell" data-label="Expires">${formatTime(session.expiresAt)}</td>
    <td role="cell">
      <button type="button" class="danger plain" ?disabled=${busy} @click=${() => end(session)}>
        End<span class="unseen"> the session of ${session.username} at ${address}</span>
      </button>
    </td>
  </tr>`;
}
