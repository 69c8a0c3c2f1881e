import { html, nothing, type TemplateResult } from "lit";
import type { Session } from "../../data/access.ts";
import { formatTime } from "../time.ts";
import { titles } from "../titles.ts";
import { userText } from "./text.ts";

export interface SessionTable {
  sessions: Session[];
  /** False on a page about one user. */
  showsUser: boolean;
  busy: boolean;
  end: (session: Session) => void;
}

export function sessionTable(table: SessionTable): TemplateResult {
  return html`<table role="table">
    <caption class="unseen">${titles().page.sessions}</caption>
    <thead role="rowgroup">
      <tr role="row">
        ${table.showsUser ? html`<th role="columnheader" scope="col">${userText().user}</th>` : nothing}
        <th role="columnheader" scope="col">${userText().address}</th>
        <th role="columnheader" scope="col">${userText().signedIn}</th>
        <th role="columnheader" scope="col">${userText().lastUsed}</th>
        <th role="columnheader" scope="col">${userText().expires}</th>
        <th role="columnheader" scope="col"><span class="unseen">${userText().end}</span></th>
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${table.sessions.map((session) => sessionRow(session, table))}
    </tbody>
  </table>`;
}

function sessionRow(session: Session, { showsUser, busy, end }: SessionTable): TemplateResult {
  const address = session.address ?? userText().unknownAddress;
  const tag = session.isCurrent ? html` <span class="tag">${userText().thisBrowser}</span>` : nothing;
  return html`<tr role="row">
    ${
      showsUser
        ? html`<th role="rowheader" scope="row">${session.username}${tag}</th>
          <td role="cell" data-label=${userText().address}>${address}</td>`
        : html`<th role="rowheader" scope="row">${address}${tag}</th>`
    }
    <td role="cell" data-label=${userText().signedIn}>${formatTime(session.createdAt)}</td>
    <td role="cell" data-label=${userText().lastUsed}>${formatTime(session.lastSeenAt)}</td>
    <td role="cell" data-label=${userText().expires}>${formatTime(session.expiresAt)}</td>
    <td role="cell">
      <button type="button" class="danger plain" ?disabled=${busy} @click=${() => end(session)}>
        ${userText().end}<span class="unseen"> ${userText().endSessionOf(session.username, address)}</span>
      </button>
    </td>
  </tr>`;
}
