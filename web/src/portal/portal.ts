import { html, LitElement, nothing, type PropertyValues } from "lit";
import { state } from "lit/decorators.js";
import { keyed } from "lit/directives/keyed.js";
import { SessionEnded } from "../data/client.ts";
import { noAnswer, Refusal } from "../data/problem.ts";
import { currentPerson, type Person } from "../data/session.ts";
import { go, Navigated, Said, SignedIn, SignedOut } from "./events.ts";
import { portalFooter, portalHeader } from "./frame.ts";
import { pageOf } from "./pages.ts";
import { heading } from "./part/page.ts";
import { documentTitle, HOME, isPortalPath, pageTitle, type Route, readRoute } from "./route.ts";

type Standing =
  | { is: "unknown" }
  | { is: "trouble"; words: string }
  | { is: "out"; words: string }
  | { is: "in"; person: Person };

const ENDED = "Your session has ended. Sign in again.";

/** The shell: who is signed in, which page is open, and what was just done. */
export class StormPortal extends LitElement {
  @state() private standing: Standing = { is: "unknown" };
  @state() private path = location.pathname;
  @state() private said = "";
  @state() private menuOpen = false;
  /** False until one has moved: the first page leaves the focus where the browser has put it. */
  private moved = false;
  private stop = new AbortController();

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.stop = new AbortController();
    const { signal } = this.stop;
    window.addEventListener("popstate", () => this.arrive(""), { signal });
    window.addEventListener(Navigated.type, (event) => this.arrive(event.words), { signal });
    window.addEventListener(Said.type, (event) => this.tell(event.words), { signal });
    window.addEventListener(SessionEnded.type, () => this.leave(this.standing.is === "in" ? ENDED : ""), { signal });
    window.addEventListener(SignedOut.type, (event) => this.leave(event.words), { signal });
    window.addEventListener(SignedIn.type, (event) => this.enter(event.person), { signal });
    this.addEventListener("click", follow, { signal });
    void this.recognise();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop.abort();
  }

  private async recognise(): Promise<void> {
    const { signal } = this.stop;
    try {
      this.standing = { is: "in", person: await currentPerson(signal) };
    } catch (error) {
      // A 401 has come as `SessionEnded` already.
      if (signal.aborted || this.standing.is !== "unknown") return;
      this.standing = { is: "trouble", words: (error instanceof Refusal ? error.problem : noAnswer(error)).words };
    }
  }

  private enter(person: Person): void {
    this.moved = true;
    this.said = "";
    this.standing = { is: "in", person };
  }

  /** The address stays, so that signing in goes on where one was. */
  private leave(words: string): void {
    if (this.standing.is === "out") return;
    this.moved = this.standing.is === "in";
    this.said = "";
    this.menuOpen = false;
    this.standing = { is: "out", words };
  }

  private arrive(words: string): void {
    this.menuOpen = false;
    if (location.pathname === this.path) return;
    this.moved = true;
    this.path = location.pathname;
    this.said = words;
  }

  private tell(words: string): void {
    this.said = words;
    window.scrollTo({ top: 0 });
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has("path") || changed.has("standing")) document.title = documentTitle(this.titleWords());
  }

  private get route(): Route {
    return readRoute(this.path);
  }

  private titleWords(): string {
    return this.standing.is === "out" ? "Sign in" : pageTitle(this.route);
  }

  protected override render() {
    const person = this.standing.is === "in" ? this.standing.person : null;
    const menu = { open: this.menuOpen, toggle: () => (this.menuOpen = !this.menuOpen) };
    return html`<a class="skip" href="#main">Skip to main content</a>
      ${portalHeader(person, this.route, menu)}
      <main id="main" tabindex="-1" class=${this.standing.is === "out" ? "narrow" : ""}>
        <div role="status">${this.said === "" ? nothing : html`<p class="notice good">${this.said}</p>`}</div>
        ${this.content()}
      </main>
      ${portalFooter()}`;
  }

  private content() {
    const { standing } = this;
    switch (standing.is) {
      case "unknown":
        return html`<p class="quiet" role="status">Loading …</p>`;
      case "trouble":
        return html`${heading("stormwire")}
          <div class="notice bad" role="alert">
            <p>${standing.words}</p>
            <button type="button" class="second" @click=${this.tryAgain}>Try again</button>
          </div>`;
      case "out":
        return html`<storm-sign-in .words=${standing.words} .arrived=${this.moved}></storm-sign-in>`;
      case "in":
        return keyed(this.path, pageOf(this.route, standing.person, this.moved));
    }
  }

  private tryAgain(): void {
    this.standing = { is: "unknown" };
    void this.recognise();
  }
}

/** Links to the portal's own pages are followed without loading the document again. */
function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (link === null || link.target !== "" || link.origin !== location.origin || link.hash !== "") return;
  if (!isPortalPath(link.pathname)) return;
  event.preventDefault();
  go(link.pathname === "/portal" ? HOME : link.pathname + link.search);
  window.scrollTo({ top: 0 });
}
