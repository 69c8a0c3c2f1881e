import { html, type TemplateResult } from "lit";
import { property } from "lit/decorators.js";
import { readRole, roleWords } from "../../data/role.ts";
import { currentPerson } from "../../data/session.ts";
import { changeUser, deleteUser, readUser, type User } from "../../data/user.ts";
import { go, SignedIn, say } from "../events.ts";
import type { StormConfirm } from "../part/confirm.ts";
import { formNotice, roleField, textField, typed } from "../part/field.ts";
import { Loading, loaded } from "../part/loading.ts";
import { backLink, heading, PortalPage } from "../part/page.ts";
import { Sending } from "../part/sending.ts";
import { documentTitle } from "../route.ts";
import { PASSWORD_HINT, USERS } from "./words.ts";

/** One user: the role, a new password, the end. */
export class StormUser extends PortalPage {
  @property({ type: Number }) number = 0;
  private readonly user = new Loading(this, (signal) => readUser(this.number, signal));
  private readonly roleChange = new Sending(this, ["role"]);
  private readonly passwordChange = new Sending(this, ["password"]);
  private readonly removal = new Sending(this);

  protected override updated(): void {
    const { value } = this.user;
    if (value !== null) document.title = documentTitle(value.username);
  }

  private saveRole(event: SubmitEvent): void {
    const role = readRole(typed(event)("role"));
    void this.roleChange.send(async (signal) => {
      const user = await changeUser(this.number, { role }, signal);
      this.user.set(user);
      say(`“${user.username}” is now: ${roleWords(role)}.`);
      // Whoever changes their own role sees the portal of the new one.
      if (user.id === this.person?.id) window.dispatchEvent(new SignedIn(await currentPerson(signal)));
    });
  }

  private savePassword(event: SubmitEvent): void {
    const form = event.currentTarget as HTMLFormElement;
    const password = typed(event)("password");
    void this.passwordChange.send(async (signal) => {
      const user = await changeUser(this.number, { password }, signal);
      form.reset();
      say(`The password of “${user.username}” was set. They must sign in again.`);
    });
  }

  private erase(): void {
    const name = this.user.value?.username ?? "";
    void this.removal.send(async (signal) => {
      await deleteUser(this.number, signal);
      go(USERS, { replace: true, words: `“${name}” was deleted.` });
    });
  }

  private askToRemove(): void {
    this.querySelector<StormConfirm>("storm-confirm")?.open();
  }

  protected override render() {
    return html`${backLink(USERS, "All users")} ${heading(this.user.value?.username ?? "User")}
    ${loaded(this.user, (user) => html`${this.roleForm(user)} ${this.passwordForm()} ${this.removalPart(user)}`)}`;
  }

  private roleForm(user: User): TemplateResult {
    return html`<form class="sheet" novalidate @submit=${this.saveRole}>
      ${formNotice(this.roleChange.words)} ${roleField(readRole(user.role), this.roleChange.error("role"))}
      <div class="buttons"><button type="submit" ?disabled=${this.roleChange.busy}>Save role</button></div>
    </form>`;
  }

  private passwordForm(): TemplateResult {
    const { passwordChange: password } = this;
    return html`<form class="sheet" novalidate @submit=${this.savePassword}>
      <h2>Set a new password</h2>
      <p>The user is signed out everywhere and signs in with the new password.</p>
      ${formNotice(password.words)}
      ${textField({ name: "password", label: "New password", type: "password", autocomplete: "new-password", hint: PASSWORD_HINT, error: password.error("password") })}
      <div class="buttons"><button type="submit" ?disabled=${password.busy}>Set password</button></div>
    </form>`;
  }

  private removalPart(user: User): TemplateResult {
    return html`<section class="sheet">
      <h2>Delete this user</h2>
      <p>Their sessions and tokens end at once.</p>
      ${formNotice(this.removal.words)}
      <div class="buttons"><button type="button" class="danger plain" ?disabled=${this.removal.busy} @click=${this.askToRemove}>Delete user</button></div>
      <storm-confirm
        .question=${`Delete “${user.username}”?`}
        detail="Their sessions and tokens end at once. This cannot be undone."
        act="Delete user"
        @storm-confirmed=${this.erase}
      ></storm-confirm>
    </section>`;
  }
}
