// The element's class. `define.ts` registers it.
import { browserEnvironment } from "../polling/browser.ts";
import { readClock } from "../status/clock.ts";
import type { DisplayStatus } from "../status/status.ts";
import { chooseLanguage, type Language } from "../status-text/language.ts";
import { STATUS_TEXT } from "../status-text/text.ts";
import { Card } from "./card.ts";
import { NUMBER_ATTRIBUTES, requestUrl } from "./request-url.ts";
import { NOTHING_KNOWN, type SourceState, StatusSource } from "./status-source.ts";
import { STYLES } from "./styles.ts";
import { cardView, invalidAttributeView } from "./view.ts";

export interface StatusChange {
  old: DisplayStatus;
  new: DisplayStatus;
  facilityId: number | null;
}

/** Shared by all elements on a page. */
const source = new StatusSource(browserEnvironment);

/** The status comes from the server that the script came from. */
const SCRIPT_URL = import.meta.url;

let styleSheet: CSSStyleSheet | undefined;

/**
 * The lightning status of one facility.
 *
 * @fires status-change - when `status` changes; bubbles and is composed
 */
export class FacilityLightningStatus extends HTMLElement {
  static readonly observedAttributes = ["facility-id", "server", "lang", ...NUMBER_ATTRIBUTES];

  private readonly card = new Card();
  private shownStatus: DisplayStatus = "Unknown";
  private url: string | null = null;
  private unsubscribe: (() => void) | null = null;
  private state: SourceState = NOTHING_KNOWN;
  private invalidAttribute: string | null = null;
  private isUpdatePending = false;
  /** Only changes after the first status are announced. */
  private hasShownStatus = false;

  constructor() {
    super();
    // An unsupported browser fails here, before the shadow root hides the fallback content.
    styleSheet ??= createStyleSheet();
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [styleSheet];
    root.append(this.card.root);
  }

  /** The displayed status. */
  get status(): DisplayStatus {
    return this.shownStatus;
  }

  get facilityId(): number | null {
    const id = this.getAttribute("facility-id");
    return id === null || !/^\s*\d+\s*$/.test(id) ? null : Number(id);
  }

  set facilityId(id: number | null) {
    if (id === null) this.removeAttribute("facility-id");
    else this.setAttribute("facility-id", String(id));
  }

  connectedCallback(): void {
    this.reflectStatus();
    this.subscribe();
    this.paint();
  }

  disconnectedCallback(): void {
    this.stop();
  }

  /** Attributes that change together send one request. */
  attributeChangedCallback(): void {
    if (this.isUpdatePending || !this.isConnected) return;
    this.isUpdatePending = true;
    queueMicrotask(() => {
      this.isUpdatePending = false;
      if (!this.isConnected) return;
      this.subscribe();
      this.paint();
    });
  }

  private subscribe(): void {
    const result = requestUrl((name) => this.getAttribute(name), SCRIPT_URL);
    const url = "url" in result ? result.url : null;
    this.card.setPage("page" in result ? result.page : null);
    this.invalidAttribute = "invalid" in result ? result.invalid : null;
    if (url === this.url && url !== null) return;
    this.stop();
    // Data of another URL does not apply to this one.
    this.state = NOTHING_KNOWN;
    this.url = url;
    if (url === null) return;
    this.unsubscribe = source.subscribe(url, (state) => {
      this.state = state;
      this.paint();
    });
  }

  private stop(): void {
    this.unsubscribe?.();
    this.unsubscribe = null;
    this.url = null;
  }

  private paint(): void {
    const language = this.language();
    const text = STATUS_TEXT[language];
    const view =
      this.invalidAttribute === null
        ? cardView(this.state, readClock(), text)
        : invalidAttributeView(this.invalidAttribute, text);
    this.card.paint(view, text, language);
    const { name, statusText, advice, note } = view;
    const announcement = [name && `${name}.`, `${statusText}.`, advice, note].filter(Boolean).join(" ");
    this.setStatus(view.status, announcement);
  }

  private setStatus(status: DisplayStatus, announcement: string): void {
    if (status === this.shownStatus) return;
    const detail: StatusChange = { old: this.shownStatus, new: status, facilityId: this.facilityId };
    this.shownStatus = status;
    this.reflectStatus();
    if (this.hasShownStatus) this.card.announce(announcement);
    this.hasShownStatus = true;
    this.dispatchEvent(new CustomEvent("status-change", { detail, bubbles: true, composed: true }));
  }

  private reflectStatus(): void {
    if (this.getAttribute("status") !== this.shownStatus) this.setAttribute("status", this.shownStatus);
  }

  /** From the nearest `lang` attribute, else the browser's languages. */
  private language(): Language {
    const languages: (string | null)[] = [];
    for (let at: Element | null = this; at !== null; at = parentOf(at)) languages.push(at.getAttribute("lang"));
    return chooseLanguage([...languages, ...navigator.languages]);
  }
}

function createStyleSheet(): CSSStyleSheet {
  const styles = new CSSStyleSheet();
  styles.replaceSync(STYLES);
  return styles;
}

/** Also across shadow roots. */
function parentOf(element: Element): Element | null {
  const root = element.getRootNode();
  return element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
}

declare global {
  interface HTMLElementTagNameMap {
    "facility-lightning-status": FacilityLightningStatus;
  }
  interface HTMLElementEventMap {
    "status-change": CustomEvent<StatusChange>;
  }
}
