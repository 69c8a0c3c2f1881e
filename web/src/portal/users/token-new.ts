import { html, type TemplateResult } from "lit";
import { state } from "lit/decorators.js";
import { createToken, type NewToken } from "../../data/token.ts";
import { listUsers, type User } from "../../data/user.ts";
import { parseEnd } from "../time.ts";
import { choiceField, errorText, formNotice, readForm, textField } from "../ui/field.ts";
import { Loader, whenLoaded } from "../ui/loader.ts";
import { backLink, heading, PortalPage } from "../ui/page.ts";
import { Submission } from "../ui/submission.ts";
import { TOKENS_PATH } from "./constants.ts";
import { SCOPES } from "./scope.ts";

export class StormTokenNew extends PortalPage {
  private readonly users = new Loader(this, listUsers);
  private readonly submission = new Submission(this, ["name", "userId", "scope", "expiresAt"]);
  @state() private created: NewToken | null = null;

  private submit(event: SubmitEvent): void {
    const value = readForm(event);
    const name = value("name").trim();
    const parsed = parseEnd(value("expiresAt"), new Date());
    if (name === "" || "error" in parsed) {
      const endError = "error" in parsed ? { expiresAt: parsed.error } : {};
      this.submission.reject({ ...(name === "" ? { name: "Enter a name." } : {}), ...endError });
      return;
    }
    void this.submission.send(async (signal) => {
      const scope = value("scope");
      this.created = await createToken({ name, userId: Number(value("userId")), scope, expiresAt: parsed.end }, signal);
      await this.updateComplete;
      this.focusHeading();
    });
  }

  protected override render() {
    if (this.created !== null) {
      const { name, username, token } = this.created;
      return html`${heading("Token created")}
        <storm-secret-box
          notice="Copy this token now. It will not be shown again."
          .label=${`Token “${name}” for ${username}`}
          .value=${token}
          button-label="Copy token"
          hint="Programs send it in the header “Authorization: Bearer TOKEN”. If you lose the token, revoke it and create another one."
        ></storm-secret-box>
        ${backLink(TOKENS_PATH, "All tokens")}`;
    }
    return html`${backLink(TOKENS_PATH, "All tokens")} ${heading("Create a token")} ${formNotice(this.submission.message)}
    ${whenLoaded(this.users, (users) => this.form(users))}`;
  }

  private form(users: User[]): TemplateResult {
    const { submission } = this;
    return html`<form class="sheet" novalidate @submit=${this.submit}>
      ${textField({
        name: "name",
        label: "Name",
        hint: "The purpose of the token, such as “pool deck siren”.",
        error: submission.error("name"),
      })}
      <div class="field ${submission.error("userId") ? "invalid" : ""}">
        <label for="field-userId">User</label>
        <p class="hint" id="field-userId-hint">The token never allows more than this user may do.</p>
        ${errorText("field-userId-error", submission.error("userId"))}
        <select id="field-userId" name="userId" aria-describedby="field-userId-hint">
          ${users.map((user) => html`<option value=${user.id} ?selected=${user.id === this.currentUser?.id}>${user.username}</option>`)}
        </select>
      </div>
      ${choiceField("scope", "Scope", "read", SCOPES, submission.error("scope"))}
      ${textField({
        name: "expiresAt",
        value: defaultExpiry(new Date()),
        label: "Expiration date (optional)",
        type: "date",
        hint: "The token works until the end of this day. Leave empty for a token that never expires.",
        error: submission.error("expiresAt"),
      })}
      <div class="buttons">
        <button type="submit" ?disabled=${submission.busy}>${submission.busy ? "Saving…" : "Create token"}</button>
        <a href=${TOKENS_PATH}>Cancel</a>
      </div>
    </form>`;
  }
}

/** A year from now, as a local day. */
function defaultExpiry(now: Date): string {
  const pad = (part: number) => String(part).padStart(2, "0");
  return `${now.getFullYear() + 1}-${pad(now.getMonth() + 1)}-${pad(Math.min(now.getDate(), 28))}`;
}
