import { html, nothing, type TemplateResult } from "lit";
import { parseRole, roleLabel } from "../../data/role.ts";
import { parseSignInMethod } from "../../data/session.ts";
import { listUsers, type User } from "../../data/user.ts";
import { shellText } from "../text.ts";
import { formatTime } from "../time.ts";
import { titles } from "../titles.ts";
import { Loader, whenLoaded } from "../ui/loader.ts";
import { heading, PortalPage } from "../ui/page.ts";
import { commonText } from "../ui/text.ts";
import { signInLabel } from "./constants.ts";
import { userText } from "./text.ts";

export class StormUsers extends PortalPage {
  private readonly users = new Loader(this, listUsers);

  protected override render() {
    return html`<div class="top">
        ${heading(titles().page.users)}
        <div class="buttons">
          <a class="button second" href="/portal/sessions">${titles().page.sessions}</a>
          <a class="button" href="/portal/users/new">${userText().addUser}</a>
        </div>
      </div>
      ${whenLoaded(this.users, (users) => (users.length === 0 ? html`<p>${userText().noUsers}</p>` : this.table(users)))}`;
  }

  private table(users: User[]): TemplateResult {
    return html`<table role="table">
      <caption class="unseen">${userText().usersCaption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">${shellText().username}</th>
          <th role="columnheader" scope="col">${userText().signIn}</th>
          <th role="columnheader" scope="col">${commonText().role}</th>
          <th role="columnheader" scope="col">${userText().added}</th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${users.map((user) => this.row(user))}
      </tbody>
    </table>`;
  }

  private row(user: User): TemplateResult {
    return html`<tr role="row">
      <th role="rowheader" scope="row">
        <a href="/portal/users/${user.id}">${user.username}</a> ${user.id === this.currentUser?.id ? html`<span class="tag">${userText().you}</span>` : nothing}
      </th>
      <td role="cell" data-label=${userText().signIn}>${signInLabel(parseSignInMethod(user.signInMethod))}</td>
      <td role="cell" data-label=${commonText().role}>${roleLabel(parseRole(user.role))}</td>
      <td role="cell" data-label=${userText().added}>${formatTime(user.createdAt)}</td>
    </tr>`;
  }
}
