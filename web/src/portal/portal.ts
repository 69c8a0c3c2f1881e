import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { state } from "lit/decorators.js";
import { keyed } from "lit/directives/keyed.js";
import { SessionEnded } from "../data/client.ts";
import { ApiError, unreachableProblem } from "../data/problem.ts";
import { type CurrentUser, isFirstRun, readSession } from "../data/session.ts";
import { readSetup } from "../data/setup.ts";
import type { Language } from "../status-text/language.ts";
import { pageLanguage } from "../status-text/page-language.ts";
import { LANGUAGE_CHANGED } from "../storm/saved-language.ts";
import { GuidePageChosen, Navigated, navigateTo, SignedIn, SignedOut, StatusShown } from "./events.ts";
import type { GuidePage } from "./guide-links.ts";
import { helpLink, portalFooter, portalHeader, readOnlyNotice } from "./layout.ts";
import { pageElement } from "./pages.ts";
import { applyLanguage } from "./portal-language.ts";
import {
  documentTitle,
  HOME_PATH,
  isPortalPath,
  mayOpen,
  pageTitle,
  parseRoute,
  type Route,
  SETUP_PATH,
} from "./route.ts";
import { isUntouched, openStepCount } from "./setup/steps.ts";
import { setupText } from "./setup/text.ts";
import { shellText } from "./text.ts";
import { heading } from "./ui/page.ts";
import { commonText } from "./ui/text.ts";

type SessionState =
  | { is: "unknown" }
  | { is: "error"; message: string }
  | { is: "checkingFirstRun" }
  | { is: "firstRun" }
  | { is: "signedOut"; message: string }
  | { is: "signedIn"; currentUser: CurrentUser };

/** The shell around all pages: session, navigation and status messages. */
export class StormPortal extends LitElement {
  @state() private session: SessionState = { is: "unknown" };
  @state() private path = location.pathname;
  @state() private statusMessage = "";
  /** If the page has chosen one. */
  @state() private guidePage: GuidePage | null = null;
  @state() private menuOpen = false;
  @state() private language: Language = pageLanguage();
  /** Steps of the setup that are left; for administrators. */
  @state() private openSteps = 0;
  /** The first page leaves the focus where the browser has put it. */
  private hasNavigated = false;
  private stop = new AbortController();

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.stop = new AbortController();
    const { signal } = this.stop;
    this.language = applyLanguage();
    window.addEventListener("popstate", () => this.readLocation(""), { signal });
    window.addEventListener(LANGUAGE_CHANGED, () => (this.language = applyLanguage()), { signal });
    window.addEventListener(Navigated.type, (event) => this.readLocation(event.message), { signal });
    window.addEventListener(StatusShown.type, (event) => this.showStatus(event.message), { signal });
    window.addEventListener(
      SessionEnded.type,
      () => this.signOut(this.session.is === "signedIn" ? shellText().sessionEnded : ""),
      { signal },
    );
    window.addEventListener(GuidePageChosen.type, ({ page }) => (this.guidePage = page), { signal });
    window.addEventListener(SignedOut.type, (event) => this.signOut(event.message), { signal });
    window.addEventListener(SignedIn.type, (event) => this.signIn(event.currentUser), { signal });
    this.addEventListener("click", followLink, { signal });
    void this.readSession();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop.abort();
  }

  private async readSession(): Promise<void> {
    const { signal } = this.stop;
    try {
      this.session = { is: "signedIn", currentUser: await readSession(signal) };
      void this.countOpenSteps();
    } catch (error) {
      // A 401 has been handled as `SessionEnded`.
      if (signal.aborted || this.session.is !== "unknown") return;
      this.session = {
        is: "error",
        message: (error instanceof ApiError ? error.problem : unreachableProblem(error)).message,
      };
    }
  }

  private signIn(currentUser: CurrentUser): void {
    this.hasNavigated = true;
    this.statusMessage = "";
    this.session = { is: "signedIn", currentUser };
    void this.countOpenSteps({ isAtStart: this.route.page === "storm" });
  }

  /** An administrator of a service that nobody has set up starts with the checklist. */
  private async countOpenSteps({ isAtStart = false } = {}): Promise<void> {
    if (this.session.is !== "signedIn" || this.session.currentUser.role !== "admin") return;
    const setup = await readSetup(this.stop.signal).catch(() => null);
    if (setup === null) return;
    this.openSteps = openStepCount(setup);
    if (isAtStart && isUntouched(setup) && this.route.page === "storm") navigateTo(SETUP_PATH, { replace: true });
  }

  private async checkFirstRun(): Promise<void> {
    const { signal } = this.stop;
    // Without an answer the sign-in page shows what is wrong.
    const needed = await isFirstRun(signal).catch(() => false);
    if (signal.aborted || this.session.is !== "checkingFirstRun") return;
    this.session = needed ? { is: "firstRun" } : { is: "signedOut", message: "" };
  }

  /** The URL stays, so that the user returns to it after signing in. */
  private signOut(message: string): void {
    if (["signedOut", "checkingFirstRun", "firstRun"].includes(this.session.is)) return;
    const isAtStart = this.session.is === "unknown";
    this.hasNavigated = this.session.is === "signedIn";
    this.statusMessage = "";
    this.menuOpen = false;
    this.openSteps = 0;
    this.session = isAtStart ? { is: "checkingFirstRun" } : { is: "signedOut", message };
    if (isAtStart) void this.checkFirstRun();
  }

  private readLocation(message: string): void {
    this.menuOpen = false;
    this.language = applyLanguage();
    if (location.pathname === this.path) return;
    this.hasNavigated = true;
    this.path = location.pathname;
    this.guidePage = null;
    this.statusMessage = message;
    if (this.openSteps > 0) void this.countOpenSteps();
  }

  private showStatus(message: string): void {
    this.statusMessage = message;
    window.scrollTo({ top: 0 });
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has("path") || changed.has("session") || changed.has("language"))
      document.title = documentTitle(this.pageTitle());
  }

  private get route(): Route {
    return parseRoute(this.path);
  }

  private pageTitle(): string {
    if (this.session.is === "firstRun") return setupText().firstAdmin;
    return this.isSignedOut ? shellText().signIn : pageTitle(this.route);
  }

  private get isSignedOut(): boolean {
    return ["signedOut", "checkingFirstRun", "firstRun"].includes(this.session.is);
  }

  protected override render() {
    const currentUser = this.session.is === "signedIn" ? this.session.currentUser : null;
    const menu = { open: this.menuOpen, toggle: () => (this.menuOpen = !this.menuOpen) };
    // The storm pages use the whole screen.
    const isStormPage = currentUser !== null && this.isStormRoute;
    const help = this.help(currentUser);
    // Before the session is known nothing is shown that would move when the menu or the page appears.
    return html`<a class="skip" href="#main">${shellText().skipToMain}</a>
      ${portalHeader(currentUser, this.route, menu, this.openSteps)}
      ${this.session.is === "unknown" ? html`<p class="first-load quiet" role="status">${commonText().loading}</p>` : nothing}
      <main id="main" tabindex="-1" class=${this.mainClass} ?hidden=${this.session.is === "unknown"}>
        <div role="status">${this.statusMessage === "" ? nothing : html`<p class="notice good">${this.statusMessage}</p>`}</div>
        ${currentUser === null ? nothing : readOnlyNotice(currentUser)} ${this.content()} ${isStormPage ? nothing : help}
      </main>
      ${this.session.is === "unknown" ? nothing : portalFooter(isStormPage ? help : nothing)}`;
  }

  /** The dashboard's styles are loaded with it; the width of its page must not change then. */
  private get mainClass(): string {
    if (this.isSignedOut) return "narrow";
    return this.route.page === "storm" && this.session.is !== "error" ? "dashboard" : "";
  }

  private help(currentUser: CurrentUser | null): TemplateResult {
    if (currentUser === null) return helpLink(this.session.is === "firstRun" ? "first-run" : "sign-in");
    return helpLink(mayOpen(currentUser.role, this.route) ? (this.guidePage ?? this.route.page) : "missing");
  }

  private content() {
    const { session } = this;
    switch (session.is) {
      case "unknown":
        return nothing;
      case "checkingFirstRun":
        return html`<p class="quiet" role="status">${commonText().loading}</p>`;
      case "error":
        return html`${heading("stormwire")}
          <div class="notice bad" role="alert">
            <p>${session.message}</p>
            <button type="button" class="second" @click=${this.tryAgain}>${commonText().tryAgain}</button>
          </div>`;
      case "firstRun":
        return keyed(this.language, html`<storm-first-run .takesFocus=${this.hasNavigated}></storm-first-run>`);
      case "signedOut":
        return keyed(
          this.language,
          html`<storm-sign-in .message=${session.message} .takesFocus=${this.hasNavigated}></storm-sign-in>`,
        );
      case "signedIn":
        return keyed(this.pageKey, pageElement(this.route, session.currentUser, this.hasNavigated));
    }
  }

  private get isStormRoute(): boolean {
    return this.route.page === "storm" || this.route.page === "storm-report";
  }

  /** Another path or language is another page, except that the storm pages change their language themselves. */
  private get pageKey(): string {
    return this.isStormRoute ? this.path : `${this.language} ${this.path}`;
  }

  private tryAgain(): void {
    this.session = { is: "unknown" };
    void this.readSession();
  }
}

/** Links to the portal's own pages do not reload the document. */
function followLink(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (link === null || link.target !== "" || link.origin !== location.origin || link.hash !== "") return;
  if (!isPortalPath(link.pathname)) return;
  event.preventDefault();
  navigateTo(link.pathname === "/portal" ? HOME_PATH : link.pathname + link.search);
  window.scrollTo({ top: 0 });
}
