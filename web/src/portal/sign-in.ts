import { html, nothing, type TemplateResult } from "lit";
import { property, state } from "lit/decorators.js";
import { readSignInMethods, type SignInMethods, signIn } from "../data/session.ts";
import { SignedIn } from "./events.ts";
import { signInFailure } from "./sign-in-failure.ts";
import { shellText } from "./text.ts";
import { formNotice, readForm, textField } from "./ui/field.ts";
import { heading, PortalPage } from "./ui/page.ts";
import { Submission } from "./ui/submission.ts";

/** If the service does not say how to sign in, the form says why it fails. */
const PASSWORD_ONLY: SignInMethods = { local: true, oidc: null };

export class StormSignIn extends PortalPage {
  /** Why the user has to sign in, if there is a reason. */
  @property() message = "";
  @state() private methods: SignInMethods | null = null;
  /** Why the identity provider's sign-in failed. */
  @state() private failure: string | null = null;
  @state() private isEmergency = false;
  private readonly submission = new Submission(this, ["username", "password"]);
  private stop = new AbortController();

  override connectedCallback(): void {
    super.connectedCallback();
    this.stop = new AbortController();
    this.failure = signInFailure(location.search);
    // A reload must not show the failure again.
    if (this.failure !== null) history.replaceState(null, "", location.pathname);
    void this.readMethods(this.stop.signal);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop.abort();
  }

  private async readMethods(signal: AbortSignal): Promise<void> {
    const methods = await readSignInMethods(signal).catch(() => PASSWORD_ONLY);
    if (!signal.aborted) this.methods = methods;
  }

  private submit(event: SubmitEvent): void {
    const value = readForm(event);
    const [username, password] = [value("username").trim(), value("password")];
    const missing = {
      ...(username === "" ? { username: shellText().enterUsername } : {}),
      ...(password === "" ? { password: shellText().enterPassword } : {}),
    };
    if (Object.keys(missing).length > 0) {
      this.submission.reject(missing);
      return;
    }
    this.failure = null;
    void this.submission.send(async (signal) => {
      const currentUser = await signIn({ username, password }, signal);
      window.dispatchEvent(new SignedIn(currentUser));
    });
  }

  protected override render() {
    return html`${heading(shellText().signIn)}
      <div role="status">${this.message === "" ? nothing : html`<p class="notice">${this.message}</p>`}</div>
      ${formNotice(this.submission.message ?? this.failure)}
      ${this.methods === null ? nothing : this.ways(this.methods)}
      <service-state></service-state>`;
  }

  private ways({ local, oidc }: SignInMethods): TemplateResult {
    if (oidc === null) return this.form();
    const returnTo = encodeURIComponent(location.pathname);
    return html`<p><a class="button" href="/auth/oidc/login?returnTo=${returnTo}">${shellText().signInWith(oidc.name)}</a></p>
      ${local ? html`<h2>${shellText().withPassword}</h2>` : this.emergency()}
      ${local || this.isEmergency ? this.form() : nothing}`;
  }

  private emergency(): TemplateResult {
    return this.isEmergency
      ? html`<h2>${shellText().emergency}</h2>
          <p class="quiet">${shellText().emergencyHint}</p>`
      : html`<p><a href="#emergency" @click=${this.showEmergency}>${shellText().emergency}</a></p>`;
  }

  private showEmergency(event: Event): void {
    event.preventDefault();
    this.isEmergency = true;
    void this.updateComplete.then(() => this.querySelector<HTMLElement>("#field-username")?.focus());
  }

  private form(): TemplateResult {
    const { submission } = this;
    return html`<form novalidate @submit=${this.submit}>
        ${textField({
          name: "username",
          label: shellText().username,
          autocomplete: "username",
          error: submission.error("username"),
        })}
        ${textField({
          name: "password",
          label: shellText().password,
          type: "password",
          autocomplete: "current-password",
          error: submission.error("password"),
        })}
        <button type="submit" ?disabled=${submission.busy}>${submission.busy ? shellText().signingIn : shellText().signIn}</button>
      </form>`;
  }
}
