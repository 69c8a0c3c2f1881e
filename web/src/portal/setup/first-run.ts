import { html } from "lit";
import { createFirstAdmin } from "../../data/session.ts";
import { navigateTo, SignedIn } from "../events.ts";
import { SETUP_PATH } from "../route.ts";
import { formNotice, readForm, textField } from "../ui/field.ts";
import { heading, PortalPage } from "../ui/page.ts";
import { Submission } from "../ui/submission.ts";
import { PASSWORD_HINT } from "../users/constants.ts";

/** Creates the first administrator of a new service. */
export class StormFirstRun extends PortalPage {
  private readonly submission = new Submission(this, ["code", "username", "password", "repeated"]);

  private submit(event: SubmitEvent): void {
    const value = readForm(event);
    const input = { code: value("code").trim(), username: value("username").trim(), password: value("password") };
    const errors = {
      ...(input.code === "" ? { code: "Enter the one-time code." } : {}),
      ...(input.username === "" ? { username: "Enter a username." } : {}),
      ...(input.password === "" ? { password: "Enter a password." } : {}),
      ...(input.password === value("repeated") ? {} : { repeated: "The passwords differ. Enter the same one twice." }),
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
    return html`${heading("Create the first administrator")}
      <p>This service has no users yet. The one-time code is in the output of the service: it was printed when the service
        started.</p>
      ${formNotice(submission.message)}
      <form novalidate @submit=${this.submit}>
        ${textField({
          name: "code",
          label: "One-time code",
          hint: "For example ABCD-EFGH-JKLM-NPQR. With systemd: sudo journalctl -u stormwire",
          error: submission.error("code"),
        })}
        ${textField({
          name: "username",
          label: "Username",
          autocomplete: "username",
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
        ${textField({
          name: "repeated",
          label: "Repeat the password",
          type: "password",
          autocomplete: "new-password",
          error: submission.error("repeated"),
        })}
        <button type="submit" ?disabled=${submission.busy}>${submission.busy ? "Creating…" : "Create administrator"}</button>
      </form>`;
  }
}
