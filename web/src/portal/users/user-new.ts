import { html } from "lit";
import { parseRole } from "../../data/role.ts";
import { addUser } from "../../data/user.ts";
import { navigateTo } from "../events.ts";
import { formNotice, readForm, roleField, textField } from "../ui/field.ts";
import { backLink, heading, PortalPage } from "../ui/page.ts";
import { Submission } from "../ui/submission.ts";
import { PASSWORD_HINT, USERS_PATH } from "./constants.ts";

export class StormUserNew extends PortalPage {
  private readonly submission = new Submission(this, ["username", "password", "role"]);

  private submit(event: SubmitEvent): void {
    const value = readForm(event);
    const input = { username: value("username").trim(), password: value("password"), role: parseRole(value("role")) };
    void this.submission.send(async (signal) => {
      const user = await addUser(input, signal);
      navigateTo(USERS_PATH, { replace: true, message: `“${user.username}” was added.` });
    });
  }

  protected override render() {
    const { submission } = this;
    return html`${backLink(USERS_PATH, "All users")} ${heading("Add a user")} ${formNotice(submission.message)}
      <form class="sheet" novalidate @submit=${this.submit}>
        ${textField({
          name: "username",
          label: "Username",
          hint: "Letters, digits, dots, dashes, underscores and at signs.",
          error: submission.error("username"),
        })}
        ${textField({
          name: "password",
          label: "Password",
          type: "password",
          autocomplete: "new-password",
          hint: PASSWORD_HINT,
          error: submission.error("password"),
        })}
        ${roleField("viewer", submission.error("role"))}
        <div class="buttons">
          <button type="submit" ?disabled=${submission.busy}>${submission.busy ? "Saving…" : "Add user"}</button>
          <a href=${USERS_PATH}>Cancel</a>
        </div>
      </form>`;
  }
}
