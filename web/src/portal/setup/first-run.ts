import { html } from "lit";
import { createFirstAdmin } from "../../data/session.ts";
import { navigateTo, SignedIn } from "../events.ts";
import { SETUP_PATH } from "../route.ts";
import { shellText } from "../text.ts";
import { formNotice, readForm, textField } from "../ui/field.ts";
import { heading, PortalPage } from "../ui/page.ts";
import { Submission } from "../ui/submission.ts";
import { userText } from "../users/text.ts";
import { setupText } from "./text.ts";

/** Creates the first administrator of a new service. */
export class StormFirstRun extends PortalPage {
  private readonly submission = new Submission(this, ["code", "username", "password", "repeated"]);

  private submit(event: SubmitEvent): void {
    const value = readForm(event);
    const input = { code: value("code").trim(), username: value("username").trim(), password: value("password") };
    const errors = {
      ...(input.code === "" ? { code: setupText().enterCode } : {}),
      ...(input.username === "" ? { username: setupText().enterUsername } : {}),
      ...(input.password === "" ? { password: setupText().enterPassword } : {}),
      ...(input.password === value("repeated") ? {} : { repeated: setupText().passwordsDiffer }),
    };
    if (Object.keys(errors).length > 0) {
      this.submission.reject(errors);
      return;
    }
    void this.submission.send(async (signal) => {
      const currentUser = await createFirstAdmin(input, signal);
      navigateTo(SETUP_PATH, { replace: true });
      window.dispatchEvent(new SignedIn(currentUser));
    });
  }

  protected override render() {
    const { submission } = this;
    return html`${heading(setupText().firstAdmin)}
      <p>${setupText().firstAdminHint}</p>
      ${formNotice(submission.message)}
      <form novalidate @submit=${this.submit}>
        ${textField({
          name: "code",
          label: setupText().code,
          hint: setupText().codeHint,
          error: submission.error("code"),
        })}
        ${textField({
          name: "username",
          label: shellText().username,
          autocomplete: "username",
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
        ${textField({
          name: "repeated",
          label: setupText().repeatPassword,
          type: "password",
          autocomplete: "new-password",
          error: submission.error("repeated"),
        })}
        <button type="submit" ?disabled=${submission.busy}>${submission.busy ? setupText().creating : setupText().createAdmin}</button>
      </form>`;
  }
}
