import { html } from "lit";
import { readRole } from "../../data/role.ts";
import { addUser } from "../../data/user.ts";
import { go } from "../events.ts";
import { formNotice, roleField, textField, typed } from "../part/field.ts";
import { backLink, heading, PortalPage } from "../part/page.ts";
import { Sending } from "../part/sending.ts";
import { PASSWORD_HINT, USERS } from "./words.ts";

export class StormUserNew extends PortalPage {
  private readonly sending = new Sending(this, ["username", "password", "role"]);

  private submit(event: SubmitEvent): void {
    const value = typed(event);
    const input = { username: value("username").trim(), password: value("password"), role: readRole(value("role")) };
    void this.sending.send(async (signal) => {
      const user = await addUser(input, signal);
      go(USERS, { replace: true, words: `“${user.username}” was added.` });
    });
  }

  protected override render() {
    const { sending } = this;
    return html`${backLink(USERS, "All users")} ${heading("Add a user")} ${formNotice(sending.words)}
      <form class="sheet" novalidate @submit=${this.submit}>
        ${textField({ name: "username", label: "User name", hint: "Letters, digits, dots, dashes, underscores and at signs.", error: sending.error("username") })}
        ${textField({ name: "password", label: "Password", type: "password", autocomplete: "new-password", hint: PASSWORD_HINT, error: sending.error("password") })}
        ${roleField("viewer", sending.error("role"))}
        <div class="buttons">
          <button type="submit" ?disabled=${sending.busy}>${sending.busy ? "Saving …" : "Add user"}</button>
          <a href=${USERS}>Cancel</a>
        </div>
      </form>`;
  }
}
