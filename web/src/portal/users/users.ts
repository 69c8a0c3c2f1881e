import { html, nothing, type TemplateResult } from "lit";
import { parseRole, roleLabel } from "../../data/role.ts";
import { parseSignInMethod } from "../../data/session.ts";
import { listUsers, type User } from "../../data/user.ts";
import { formatTime } from "../time.ts";
import { Loader, whenLoaded } from "../ui/loader.ts";
import { heading, PortalPage } from "../ui/page.ts";
import { signInLabel } from "./constants.ts";

export class StormUsers extends PortalPage {
  private readonly users = new Loader(this, listUsers);

  protected override render() {
    return html`<div class="top">
        ${heading("Users")}
        <div class="buttons">
          <a class="button second" href="/portal/sessions">Sessions</a>
          <a class="button" href="/portal/users/new">Add user</a>
        </div>
      </div>
      ${whenLoaded(this.users, (users) => (users.length === 0 ? html`<p>There are no users yet.</p>` : this.table(users)))}`;
  }

  private table(users: User[]): TemplateResult {
    return html`<table role="table">
      <caption class="unseen">Users and their roles</caption>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">Username</th>
          <th role="columnheader" scope="col">Sign-in</th>
          <th role="columnheader" scope="col">Role</th>
          <th role="columnheader" scope="col">Added</th>
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
        <a href="/portal/users/${user.id}">${user.username}</a> ${user.id === this.currentUser?.id ? html`<span class="tag">You</span>` : nothing}
      </th>
      <td role="cell" data-label="Sign-in">${signInLabel(parseSignInMethod(user.signInMethod))}</td>
      <td role="cell" data-label="Role">${roleLabel(parseRole(user.role))}</td>
      <td role="cell" data-label="Added">${formatTime(user.createdAt)}</td>
    </tr>`;
  }
}
