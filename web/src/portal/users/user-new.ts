import { html } from "lit";
import { parseRole } from "../../data/role.ts";
import { addUser } from "../../data/user.ts";
import { navigateTo } from "../events.ts";
import { shellText } from "../text.ts";
import { titles } from "../titles.ts";
import { formNotice, readForm, roleField, textField } from "../ui/field.ts";
import { backLink, heading, PortalPage } from "../ui/page.ts";
import { Submission } from "../ui/submission.ts";
import { commonText } from "../ui/text.ts";
import { USERS_PATH } from "./constants.ts";
import { userText } from "./text.ts";

export class StormUserNew extends PortalPage {
  private readonly submission = new Submission(this, ["username", "password", "role"]);

  private submit(event: SubmitEvent): void {
    const value = readForm(event);
    const input = { username: value("username").trim(), password: value("password"), role: parseRole(value("role")) };
    void this.submission.send(async (signal) => {
      const user = await addUser(input, signal);
      navigateTo(USERS_PATH, { replace: true, message: commonText().added(user.username) });
    });
  }

  protected override render() {
    const { submission } = this;
    return html`${backLink(USERS_PATH, userText().allUsers)} ${heading(titles().page["user-new"])} ${formNotice(submission.message)}
      <form class="sheet" novalidate @submit=${this.submit}>
        ${textField({
          name: "username",
          label: shellText().username,
          hint: userText().usernameHint,
          error: submission.error("username"),
        })}
        ${textField({
          name: "password",
          label: shellText().password,
          type: "password",
          autocomplete: "new-password",
          hint: userText().passwordHint,
          error: submission.error("password"),
        })}
        ${roleField("viewer", submission.error("role"))}
        <div class="buttons">
          <button type="submit" ?disabled=${submission.busy}>${submission.busy ? commonText().saving : userText().addUser}</button>
          <a href=${USERS_PATH}>${commonText().cancel}</a>
        </div>
      </form>`;
  }
}
