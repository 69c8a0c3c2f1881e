import { html, type TemplateResult } from "lit";
import { state } from "lit/decorators.js";
import { createToken, type NewToken } from "../../data/token.ts";
import { listUsers, type User } from "../../data/user.ts";
import { parseEnd } from "../time.ts";
import { titles } from "../titles.ts";
import { choiceField, errorText, formNotice, readForm, textField } from "../ui/field.ts";
import { Loader, whenLoaded } from "../ui/loader.ts";
import { backLink, heading, PortalPage } from "../ui/page.ts";
import { Submission } from "../ui/submission.ts";
import { commonText } from "../ui/text.ts";
import { TOKENS_PATH } from "./constants.ts";
import { scopeChoices } from "./scope.ts";
import { userText } from "./text.ts";

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
      this.submission.reject({ ...(name === "" ? { name: commonText().enterName } : {}), ...endError });
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
      return html`${heading(userText().tokenCreated)}
        <storm-secret-box
          notice=${userText().copyNow}
          .label=${userText().tokenFor(name, username)}
          .value=${token}
          button-label=${userText().copyToken}
          hint=${userText().tokenUse}
        ></storm-secret-box>
        ${backLink(TOKENS_PATH, userText().allTokens)}`;
    }
    return html`${backLink(TOKENS_PATH, userText().allTokens)} ${heading(titles().page["token-new"])} ${formNotice(this.submission.message)}
    ${whenLoaded(this.users, (users) => this.form(users))}`;
  }

  private form(users: User[]): TemplateResult {
    const { submission } = this;
    return html`<form class="sheet" novalidate @submit=${this.submit}>
      ${textField({
        name: "name",
        label: commonText().name,
        hint: userText().tokenNameHint,
        error: submission.error("name"),
      })}
      <div class="field ${submission.error("userId") ? "invalid" : ""}">
        <label for="field-userId">${userText().user}</label>
        <p class="hint" id="field-userId-hint">${userText().tokenUserHint}</p>
        ${errorText("field-userId-error", submission.error("userId"))}
        <select id="field-userId" name="userId" aria-describedby="field-userId-hint">
          ${users.map((user) => html`<option value=${user.id} ?selected=${user.id === this.currentUser?.id}>${user.username}</option>`)}
        </select>
      </div>
      ${choiceField("scope", userText().scope, "read", scopeChoices(), submission.error("scope"))}
      ${textField({
        name: "expiresAt",
        value: defaultExpiry(new Date()),
        label: userText().expiry,
        type: "date",
        hint: userText().expiryHint,
        error: submission.error("expiresAt"),
      })}
      <div class="buttons">
        <button type="submit" ?disabled=${submission.busy}>${submission.busy ? commonText().saving : userText().createToken}</button>
        <a href=${TOKENS_PATH}>${commonText().cancel}</a>
      </div>
    </form>`;
  }
}

/** A year from now, as a local day. */
function defaultExpiry(now: Date): string {
  const pad = (part: number) => String(part).padStart(2, "0");
  return `${now.getFullYear() + 1}-${pad(now.getMonth() + 1)}-${pad(Math.min(now.getDate(), 28))}`;
}
