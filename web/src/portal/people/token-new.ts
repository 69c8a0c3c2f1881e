import { html, type TemplateResult } from "lit";
import { state } from "lit/decorators.js";
import { makeToken, type NewToken } from "../../data/token.ts";
import { listUsers, type User } from "../../data/user.ts";
import { errorWords, formNotice, textField, typed } from "../part/field.ts";
import { Loading, loaded } from "../part/loading.ts";
import { backLink, heading, PortalPage } from "../part/page.ts";
import { Sending } from "../part/sending.ts";
import { parseEnd } from "../time.ts";
import { newTokenBox } from "./token-box.ts";
import { TOKENS } from "./words.ts";

export class StormTokenNew extends PortalPage {
  private readonly users = new Loading(this, listUsers);
  private readonly sending = new Sending(this, ["name", "userId", "expiresAt"]);
  @state() private made: NewToken | null = null;
  @state() private copied = "";

  private submit(event: SubmitEvent): void {
    const value = typed(event);
    const name = value("name").trim();
    const reading = parseEnd(value("expiresAt"), new Date());
    if (name === "" || "error" in reading) {
      const wrongEnd = "error" in reading ? { expiresAt: reading.error } : {};
      this.sending.refuse({ ...(name === "" ? { name: "Enter a name." } : {}), ...wrongEnd });
      return;
    }
    void this.sending.send(async (signal) => {
      this.made = await makeToken({ name, userId: Number(value("userId")), expiresAt: reading.end }, signal);
      await this.updateComplete;
      this.focusHeading();
    });
  }

  private readonly copy = async (): Promise<void> => {
    const field = this.querySelector<HTMLInputElement>("#new-token");
    if (field === null) return;
    field.select();
    // Without HTTPS the browser lends no clipboard; the selected text can still be copied by hand.
    const done = await navigator.clipboard?.writeText(field.value).then(
      () => true,
      () => false,
    );
    this.copied = done ? "Copied." : "The token is selected. Copy it with Ctrl+C or Cmd+C.";
  };

  protected override render() {
    if (this.made !== null) {
      return html`${heading("Token created")} ${newTokenBox(this.made, this.copied, this.copy)} ${backLink(TOKENS, "All tokens")}`;
    }
    return html`${backLink(TOKENS, "All tokens")} ${heading("Create a token")} ${formNotice(this.sending.words)}
    ${loaded(this.users, (users) => this.form(users))}`;
  }

  private form(users: User[]): TemplateResult {
    const { sending } = this;
    return html`<form class="sheet" novalidate @submit=${this.submit}>
      ${textField({ name: "name", label: "Name", hint: "What it is for, as in “pool deck siren”.", error: sending.error("name") })}
      <div class="field ${sending.error("userId") ? "wrong" : ""}">
        <label for="field-userId">User</label>
        <p class="hint" id="field-userId-hint">The token may do what this user may do.</p>
        ${errorWords("field-userId-error", sending.error("userId"))}
        <select id="field-userId" name="userId" aria-describedby="field-userId-hint">
          ${users.map((user) => html`<option value=${user.id} ?selected=${user.id === this.person?.id}>${user.username}</option>`)}
        </select>
      </div>
      ${textField({ name: "expiresAt", label: "Last day (optional)", type: "date", hint: "The token ends with this day. Leave it empty for a token without an end.", error: sending.error("expiresAt") })}
      <div class="buttons">
        <button type="submit" ?disabled=${sending.busy}>${sending.busy ? "Saving …" : "Create token"}</button>
        <a href=${TOKENS}>Cancel</a>
      </div>
    </form>`;
  }
}
