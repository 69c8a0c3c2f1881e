import { html, nothing } from "lit";
import { property } from "lit/decorators.js";
import { signIn } from "../data/session.ts";
import { SignedIn } from "./events.ts";
import { formNotice, readForm, textField } from "./ui/field.ts";
import { heading, PortalPage } from "./ui/page.ts";
import { Submission } from "./ui/submission.ts";

export class StormSignIn extends PortalPage {
  /** Why the user has to sign in, if there is a reason. */
  @property() message = "";
  private readonly submission = new Submission(this, ["username", "password"]);

  private submit(event: SubmitEvent): void {
    const value = readForm(event);
    const [username, password] = [value("username").trim(), value("password")];
    const missing = {
      ...(username === "" ? { username: "Enter your username." } : {}),
      ...(password === "" ? { password: "Enter your password." } : {}),
    };
    if (Object.keys(missing).length > 0) {
      this.submission.reject(missing);
      return;
    }
    void this.submission.send(async (signal) => {
      const currentUser = await signIn({ username, password }, signal);
      window.dispatchEvent(new SignedIn(currentUser));
    });
  }

  protected override render() {
    const { submission } = this;
    return html`${heading("Sign in")}
      <div role="status">${this.message === "" ? nothing : html`<p class="notice">${this.message}</p>`}</div>
      ${formNotice(submission.message)}
      <form novalidate @submit=${this.submit}>
        ${textField({
          name: "username",
          label: "Username",
          autocomplete: "username",
          error: submission.error("username"),
        })}
        ${textField({
          name: "password",
          label: "Password",
          type: "password",
          autocomplete: "current-password",
          error: submission.error("password"),
        })}
        <button type="submit" ?disabled=${submission.busy}>${submission.busy ? "Signing in…" : "Sign in"}</button>
      </form>
      <service-state></service-state>`;
  }
}
