import { html, type TemplateResult } from "lit";
import { roleDescription, roleLabel } from "../data/role.ts";
import { type CurrentUser, changePassword, signOut } from "../data/session.ts";
import { navigateTo, SignedOut } from "./events.ts";
import { HOME_PATH } from "./route.ts";
import { shellText } from "./text.ts";
import { titles } from "./titles.ts";
import { formNotice, readForm, textField } from "./ui/field.ts";
import { heading, PortalPage } from "./ui/page.ts";
import { Submission } from "./ui/submission.ts";
import { commonText } from "./ui/text.ts";
import { userText } from "./users/text.ts";

export class StormAccount extends PortalPage {
  private readonly signingOut = new Submission(this);
  private readonly password = new Submission(this, ["currentPassword", "newPassword"]);

  private signOut(): void {
    void this.signingOut.send(async (signal) => {
      const endSessionUrl = await signOut(signal);
      if (endSessionUrl !== null) {
        location.assign(endSessionUrl);
        return;
      }
      window.dispatchEvent(new SignedOut(shellText().signedOut));
      // The next user starts on the home page, not on this account page.
      navigateTo(HOME_PATH, { replace: true });
    });
  }

  private savePassword(event: SubmitEvent): void {
    const value = readForm(event);
    const input = { currentPassword: value("currentPassword"), newPassword: value("newPassword") };
    void this.password.send(async (signal) => {
      await changePassword(input, signal);
      window.dispatchEvent(new SignedOut(shellText().passwordChanged));
    });
  }

  protected override render() {
    return html`${heading(titles().page.account)} ${this.currentUser === null ? "" : this.profile(this.currentUser)}
      ${this.currentUser?.signInMethod === "oidc" ? "" : this.passwordForm()}
      <storm-own-access .currentUser=${this.currentUser}></storm-own-access>`;
  }

  private profile(currentUser: CurrentUser): TemplateResult {
    return html`<section class="sheet">
      <dl class="derived">
        <div><dt>${shellText().username}</dt><dd>${currentUser.username}</dd></div>
        <div><dt>${commonText().role}</dt><dd>${roleLabel(currentUser.role)}</dd></div>
      </dl>
      <p class="quiet">${roleDescription(currentUser.role)}</p>
      ${currentUser.signInMethod === "oidc" ? html`<p class="quiet">${shellText().ssoHint}</p>` : ""}
      ${formNotice(this.signingOut.message)}
      <div class="buttons"><button
        type="button"
        ?disabled=${this.signingOut.busy}
        @click=${this.signOut}
      >${shellText().signOut}</button></div>
    </section>`;
  }

  private passwordForm(): TemplateResult {
    const { password } = this;
    return html`<form class="sheet" novalidate @submit=${this.savePassword}>
      <h2>${shellText().changeYourPassword}</h2>
      <p>${shellText().changeHint}</p>
      ${formNotice(password.message)}
      <input
        class="unseen"
        type="text"
        autocomplete="username"
        tabindex="-1"
        aria-hidden="true"
        readonly
        .value=${this.currentUser?.username ?? ""}
      />
      ${textField({
        name: "currentPassword",
        label: shellText().currentPassword,
        type: "password",
        autocomplete: "current-password",
        error: password.error("currentPassword"),
      })}
      ${textField({
        name: "newPassword",
        label: shellText().newPassword,
        type: "password",
        autocomplete: "new-password",
        hint: userText().passwordHint,
        error: password.error("newPassword"),
      })}
      <div class="buttons"><button type="submit" ?disabled=${password.busy}>${shellText().changePassword}</button></div>
    </form>`;
  }
}
