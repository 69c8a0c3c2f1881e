import { html, type TemplateResult } from "lit";
import { property } from "lit/decorators.js";
import { revokeAccess } from "../../data/access.ts";
import { parseRole, roleLabel } from "../../data/role.ts";
import { readSession } from "../../data/session.ts";
import { changeUser, deleteUser, readUser, type User } from "../../data/user.ts";
import { navigateTo, SignedIn, showStatus } from "../events.ts";
import { documentTitle } from "../route.ts";
import { shellText } from "../text.ts";
import { titles } from "../titles.ts";
import type { StormConfirm } from "../ui/confirm.ts";
import { formNotice, readForm, roleField, textField } from "../ui/field.ts";
import { Loader, whenLoaded } from "../ui/loader.ts";
import { backLink, heading, PortalPage } from "../ui/page.ts";
import { Submission } from "../ui/submission.ts";
import { commonText } from "../ui/text.ts";
import { USERS_PATH } from "./constants.ts";
import { userText } from "./text.ts";

export class StormUser extends PortalPage {
  @property({ type: Number }) number = 0;
  private readonly user = new Loader(this, (signal) => readUser(this.number, signal));
  private readonly roleChange = new Submission(this, ["role"]);
  private readonly passwordChange = new Submission(this, ["password"]);
  private readonly revocation = new Submission(this);
  private readonly deletion = new Submission(this);

  protected override updated(): void {
    const { value } = this.user;
    if (value !== null) document.title = documentTitle(value.username);
  }

  private saveRole(event: SubmitEvent): void {
    const role = parseRole(readForm(event)("role"));
    void this.roleChange.send(async (signal) => {
      const user = await changeUser(this.number, { role }, signal);
      this.user.set(user);
      showStatus(userText().roleChanged(user.username, roleLabel(role)));
      // After a change of one's own role the portal must show the new one.
      if (user.id === this.currentUser?.id) window.dispatchEvent(new SignedIn(await readSession(signal)));
    });
  }

  private savePassword(event: SubmitEvent): void {
    const form = event.currentTarget as HTMLFormElement;
    const password = readForm(event)("password");
    void this.passwordChange.send(async (signal) => {
      const user = await changeUser(this.number, { password }, signal);
      form.reset();
      showStatus(userText().passwordChanged(user.username));
    });
  }

  private revoke(): void {
    void this.revocation.send(async (signal) => {
      const { sessions, tokens } = await revokeAccess(this.number, signal);
      showStatus(userText().ended(sessions, tokens));
    });
  }

  private delete(): void {
    const name = this.user.value?.username ?? "";
    void this.deletion.send(async (signal) => {
      await deleteUser(this.number, signal);
      navigateTo(USERS_PATH, { replace: true, message: commonText().deleted(name) });
    });
  }

  private confirmDelete(): void {
    this.querySelector<StormConfirm>("#confirm-delete")?.open();
  }

  protected override render() {
    return html`${backLink(USERS_PATH, userText().allUsers)} ${heading(this.user.value?.username ?? titles().page.user)}
    ${whenLoaded(this.user, (user) => html`${user.signInMethod === "oidc" ? this.managedElsewhere(user) : html`${this.roleForm(user)} ${this.passwordForm()}`} ${this.accessSection(user)} ${this.deleteSection(user)}`)}`;
  }

  private managedElsewhere(user: User): TemplateResult {
    return html`<section class="sheet">
      <dl class="derived"><div><dt>${commonText().role}</dt><dd>${roleLabel(parseRole(user.role))}</dd></div></dl>
      <p>${userText().managedElsewhere}</p>
    </section>`;
  }

  private roleForm(user: User): TemplateResult {
    return html`<form class="sheet" novalidate @submit=${this.saveRole}>
      ${formNotice(this.roleChange.message)} ${roleField(parseRole(user.role), this.roleChange.error("role"))}
      <div class="buttons"><button type="submit" ?disabled=${this.roleChange.busy}>${userText().saveRole}</button></div>
    </form>`;
  }

  private passwordForm(): TemplateResult {
    const { passwordChange: password } = this;
    return html`<form class="sheet" novalidate @submit=${this.savePassword}>
      <h2>${userText().setNewPassword}</h2>
      <p>${userText().newPasswordHint}</p>
      ${formNotice(password.message)}
      ${textField({
        name: "password",
        label: shellText().newPassword,
        type: "password",
        autocomplete: "new-password",
        hint: userText().passwordHint,
        error: password.error("password"),
      })}
      <div class="buttons"><button type="submit" ?disabled=${password.busy}>${userText().setPassword}</button></div>
    </form>`;
  }

  private accessSection(user: User): TemplateResult {
    return html`<section class="sheet">
      <h2>${userText().endAccess}</h2>
      <p>${userText().endAccessHint}</p>
      ${formNotice(this.revocation.message)}
      <div class="buttons"><button
        type="button"
        class="danger plain"
        ?disabled=${this.revocation.busy}
        @click=${() => this.querySelector<StormConfirm>("#confirm-revoke")?.open()}
      >${userText().endSessionsAndTokens}</button></div>
      <storm-confirm
        id="confirm-revoke"
        .question=${userText().endOfUserQuestion(user.username)}
        detail=${userText().endOfUserDetail}
        button-label=${userText().endAll}
        @storm-confirmed=${this.revoke}
      ></storm-confirm>
    </section>`;
  }

  private deleteSection(user: User): TemplateResult {
    return html`<section class="sheet">
      <h2>${userText().deleteUser}</h2>
      <p>${userText().deleteHint}</p>
      ${formNotice(this.deletion.message)}
      <div class="buttons"><button
        type="button"
        class="danger plain"
        ?disabled=${this.deletion.busy}
        @click=${this.confirmDelete}
      >${userText().deleteUser}</button></div>
      <storm-confirm
        id="confirm-delete"
        .question=${commonText().deleteQuestion(user.username)}
        detail=${userText().deleteDetail}
        button-label=${userText().deleteUser}
        @storm-confirmed=${this.delete}
      ></storm-confirm>
    </section>`;
  }
}
