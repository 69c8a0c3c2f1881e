import { html, type TemplateResult } from "lit";
import { roleMeaning, roleWords } from "../data/role.ts";
import { changePassword, type Person, signOut } from "../data/session.ts";
import { go, SignedOut } from "./events.ts";
import { formNotice, textField, typed } from "./part/field.ts";
import { heading, PortalPage } from "./part/page.ts";
import { Sending } from "./part/sending.ts";
import { PASSWORD_HINT } from "./people/words.ts";
import { HOME } from "./route.ts";

export class StormAccount extends PortalPage {
  private readonly leaving = new Sending(this);
  private readonly password = new Sending(this, ["currentPassword", "newPassword"]);

  private leave(): void {
    void this.leaving.send(async (signal) => {
      await signOut(signal);
      window.dispatchEvent(new SignedOut("You are signed out."));
      // The next person starts at the beginning, not in this one's account.
      go(HOME, { replace: true });
    });
  }

  private savePassword(event: SubmitEvent): void {
    const value = typed(event);
    const input = { currentPassword: value("currentPassword"), newPassword: value("newPassword") };
    void this.password.send(async (signal) => {
      await changePassword(input, signal);
      window.dispatchEvent(new SignedOut("Your password is changed. Sign in with the new one."));
    });
  }

  protected override render() {
    return html`${heading("Your account")} ${this.person === null ? "" : this.who(this.person)} ${this.passwordForm()}`;
  }

  private who(person: Person): TemplateResult {
    return html`<section class="sheet">
      <dl class="derived">
        <div><dt>User name</dt><dd>${person.username}</dd></div>
        <div><dt>Role</dt><dd>${roleWords(person.role)}</dd></div>
      </dl>
      <p class="quiet">This role ${roleMeaning(person.role)}.</p>
      ${formNotice(this.leaving.words)}
      <div class="buttons"><button type="button" ?disabled=${this.leaving.busy} @click=${this.leave}>Sign out</button></div>
    </section>`;
  }

  private passwordForm(): TemplateResult {
    const { password } = this;
    return html`<form class="sheet" novalidate @submit=${this.savePassword}>
      <h2>Change your password</h2>
      <p>You are signed out everywhere and sign in with the new password.</p>
      ${formNotice(password.words)}
      <input class="unseen" type="text" autocomplete="username" tabindex="-1" aria-hidden="true" readonly .value=${this.person?.username ?? ""} />
      ${textField({ name: "currentPassword", label: "Current password", type: "password", autocomplete: "current-password", error: password.error("currentPassword") })}
      ${textField({ name: "newPassword", label: "New password", type: "password", autocomplete: "new-password", hint: PASSWORD_HINT, error: password.error("newPassword") })}
      <div class="buttons"><button type="submit" ?disabled=${password.busy}>Change password</button></div>
    </form>`;
  }
}
