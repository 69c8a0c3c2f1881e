import { html, nothing } from "lit";
import { property } from "lit/decorators.js";
import { signIn } from "../data/session.ts";
import { SignedIn } from "./events.ts";
import { formNotice, textField, typed } from "./part/field.ts";
import { heading, PortalPage } from "./part/page.ts";
import { Sending } from "./part/sending.ts";

export class StormSignIn extends PortalPage {
  /** Why one is here, when it is not plain. */
  @property() words = "";
  private readonly sending = new Sending(this, ["username", "password"]);

  private submit(event: SubmitEvent): void {
    const value = typed(event);
    const [username, password] = [value("username").trim(), value("password")];
    const missing = {
      ...(username === "" ? { username: "Enter your user name." } : {}),
      ...(password === "" ? { password: "Enter your password." } : {}),
    };
    if (Object.keys(missing).length > 0) {
      this.sending.refuse(missing);
      return;
    }
    void this.sending.send(async (signal) => {
      const person = await signIn({ username, password }, signal);
      window.dispatchEvent(new SignedIn(person));
    });
  }

  protected override render() {
    const { sending } = this;
    return html`${heading("Sign in")}
      <div role="status">${this.words === "" ? nothing : html`<p class="notice">${this.words}</p>`}</div>
      ${formNotice(sending.words)}
      <form novalidate @submit=${this.submit}>
        ${textField({ name: "username", label: "User name", autocomplete: "username", error: sending.error("username") })}
        ${textField({ name: "password", label: "Password", type: "password", autocomplete: "current-password", error: sending.error("password") })}
        <button type="submit" ?disabled=${sending.busy}>${sending.busy ? "Signing in …" : "Sign in"}</button>
      </form>
      <service-state></service-state>`;
  }
}
