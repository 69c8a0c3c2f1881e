import { html, type TemplateResult } from "lit";
import { property } from "lit/decorators.js";
import { revokeAccess } from "../../data/access.ts";
import { parseRole, roleLabel } from "../../data/role.ts";
import { readSession } from "../../data/session.ts";
import { changeUser, deleteUser, readUser, type User } from "../../data/user.ts";
import { navigateTo, SignedIn, showStatus } from "../events.ts";
import { documentTitle } from "../route.ts";
import type { StormConfirm } from "../ui/confirm.ts";
import { formNotice, readForm, roleField, textField } from "../ui/field.ts";
import { Loader, whenLoaded } from "../ui/loader.ts";
import { backLink, heading, PortalPage } from "../ui/page.ts";
import { Submission } from "../ui/submission.ts";
import { PASSWORD_HINT, USERS_PATH } from "./constants.ts";

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
      showStatus(`“${user.username}” now has the role ${roleLabel(role)}.`);
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
      showStatus(`The password of “${user.username}” was changed. The user must sign in again.`);
    });
  }

  private revoke(): void {
    void this.revocation.send(async (signal) => {
      const { sessions, tokens } = await revokeAccess(this.number, signal);
      showStatus(`Ended ${sessions} sessions and ${tokens} API tokens.`);
    });
  }

  private delete(): void {
    const name = this.user.value?.username ?? "";
    void this.deletion.send(async (signal) => {
      await deleteUser(this.number, signal);
      navigateTo(USERS_PATH, { replace: true, message: `“${name}” was deleted.` });
    });
  }

  private confirmDelete(): void {
    this.querySelector<StormConfirm>("#confirm-delete")?.open();
  }

  protected override render() {
    return html`${backLink(USERS_PATH, "All users")} ${heading(this.user.value?.username ?? "User")}
    ${whenLoaded(this.user, (user) => html`${user.signInMethod === "oidc" ? this.managedElsewhere(user) : html`${this.roleForm(user)} ${this.passwordForm()}`} ${this.accessSection(user)} ${this.deleteSection(user)}`)}`;
  }

  private managedElsewhere(user: User): TemplateResult {
    return html`<section class="sheet">
      <dl class="derived"><div><dt>Role</dt><dd>${roleLabel(parseRole(user.role))}</dd></div></dl>
      <p>This user signs in with single sign-on. The identity provider has the password, and its groups set the role at each
        sign-in.</p>
    </section>`;
  }

  private roleForm(user: User): TemplateResult {
    return html`<form class="sheet" novalidate @submit=${this.saveRole}>
      ${formNotice(this.roleChange.message)} ${roleField(parseRole(user.role), this.roleChange.error("role"))}
      <div class="buttons"><button type="submit" ?disabled=${this.roleChange.busy}>Save role</button></div>
    </form>`;
  }

  private passwordForm(): TemplateResult {
    const { passwordChange: password } = this;
    return html`<form class="sheet" novalidate @submit=${this.savePassword}>
      <h2>Set new password</h2>
      <p>A new password signs the user out on all devices and revokes the user's API tokens.</p>
      ${formNotice(password.message)}
      ${textField({
        name: "password",
        label: "New password",
        type: "password",
        autocomplete: "new-password",
        hint: PASSWORD_HINT,
        error: password.error("password"),
      })}
      <div class="buttons"><button type="submit" ?disabled=${password.busy}>Set password</button></div>
    </form>`;
  }

  private accessSection(user: User): TemplateResult {
    return html`<section class="sheet">
      <h2>End access</h2>
      <p>Ends all sessions and API tokens of the user. The user can sign in again.</p>
      ${formNotice(this.revocation.message)}
      <div class="buttons"><button
        type="button"
        class="danger plain"
        ?disabled=${this.revocation.busy}
        @click=${() => this.querySelector<StormConfirm>("#confirm-revoke")?.open()}
      >End all sessions and tokens</button></div>
      <storm-confirm
        id="confirm-revoke"
        .question=${`End all sessions and tokens of “${user.username}”?`}
        detail="The user must sign in again. Programs that use the user's tokens lose access immediately."
        button-label="End all"
        @storm-confirmed=${this.revoke}
      ></storm-confirm>
    </section>`;
  }

  private deleteSection(user: User): TemplateResult {
    return html`<section class="sheet">
      <h2>Delete user</h2>
      <p>The user's sessions and tokens stop working immediately.</p>
      ${formNotice(this.deletion.message)}
      <div class="buttons"><button
        type="button"
        class="danger plain"
        ?disabled=${this.deletion.busy}
        @click=${this.confirmDelete}
      >Delete user</button></div>
      <storm-confirm
        id="confirm-delete"
        .question=${`Delete “${user.username}”?`}
        detail="The user's sessions and tokens stop working immediately. This cannot be undone."
        button-label="Delete user"
        @storm-confirmed=${this.delete}
      ></storm-confirm>
    </section>`;
  }
}
