// The element's class. Defining it under its name is another module's business.
import { chooseLanguage } from "../words/language.ts";
import { moment } from "../words/moment.ts";
import type { Standing } from "../words/standing.ts";
import { WORDS } from "../words/words.ts";
import { Desk, type News } from "./desk.ts";
import { LOOK } from "./look.ts";
import { Card } from "./paint.ts";
import { NUMBERS, question } from "./question.ts";
import { faultyView, view } from "./view.ts";
import { browser } from "./world.ts";

export interface StatusChange {
  old: Standing;
  new: Standing;
  facilityId: number | null;
}

/** All elements of a page ask through it. */
const desk = new Desk(browser);

/** Where the script came from is where the status is asked for. */
const HOME = import.meta.url;

let look: CSSStyleSheet | undefined;

/**
 * The lightning status of one facility.
 *
 * @fires status-change - when `status` has changed; bubbles and leaves shadow trees
 */
export class FacilityLightningStatus extends HTMLElement {
  static readonly observedAttributes = ["facility-id", "server", "lang", ...NUMBERS];

  private readonly card = new Card();
  private standing: Standing = "Unknown";
  /** The question that is followed, and how to leave it. */
  private followed: string | null = null;
  private leave: (() => void) | null = null;
  private news: News | null = null;
  private faulty: string | null = null;
  private isAsked = false;
  /** What stands there when the page is read needs no announcement; what changes then does. */
  private hasSettled = false;

  constructor() {
    super();
    // A browser that is too old for it fails here, before what stands between the tags is covered.
    look ??= sheet();
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [look];
    root.append(this.card.root);
  }

  /** What is shown: `Active`, `Clearing`, `Clear` or `Unknown`. */
  get status(): Standing {
    return this.standing;
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
    this.reflect();
    this.ask();
    this.paint();
  }

  disconnectedCallback(): void {
    this.unfollow();
  }

  /** Several attributes that change together are one new question. */
  attributeChangedCallback(): void {
    if (this.isAsked || !this.isConnected) return;
    this.isAsked = true;
    queueMicrotask(() => {
      this.isAsked = false;
      if (!this.isConnected) return;
      this.ask();
      this.paint();
    });
  }

  private ask(): void {
    const asked = question((name) => this.getAttribute(name), HOME);
    const url = "url" in asked ? asked.url : null;
    this.faulty = "faulty" in asked ? asked.faulty : null;
    if (url === this.followed && url !== null) return;
    this.unfollow();
    // What was told about another question is no answer to this one.
    this.news = null;
    this.followed = url;
    if (url === null) return;
    this.leave = desk.follow(url, (news) => {
      this.news = news;
      this.paint();
    });
  }

  private unfollow(): void {
    this.leave?.();
    this.leave = null;
    this.followed = null;
  }

  private paint(): void {
    const language = this.language();
    const words = WORDS[language];
    const news = this.news ?? { held: null, refusal: null, failures: 0 };
    const shown = this.faulty === null ? view(news, moment(), words) : faultyView(this.faulty, words);
    this.card.paint(shown, words, language);
    this.become(shown.standing, [shown.name, shown.word, shown.advice, shown.note].filter(Boolean).join(". "));
  }

  private become(standing: Standing, said: string): void {
    if (standing === this.standing) return;
    const detail: StatusChange = { old: this.standing, new: standing, facilityId: this.facilityId };
    this.standing = standing;
    this.reflect();
    if (this.hasSettled) this.card.announce(said);
    this.hasSettled = true;
    this.dispatchEvent(new CustomEvent("status-change", { detail, bubbles: true, composed: true }));
  }

  private reflect(): void {
    if (this.getAttribute("status") !== this.standing) this.setAttribute("status", this.standing);
  }

  /** The nearest `lang` around it, then the reader's own languages. */
  private language(): "en" | "es" {
    const wishes: (string | null)[] = [];
    for (let at: Element | null = this; at !== null; at = around(at)) wishes.push(at.getAttribute("lang"));
    return chooseLanguage([...wishes, ...navigator.languages]);
  }
}

function sheet(): CSSStyleSheet {
  const made = new CSSStyleSheet();
  made.replaceSync(LOOK);
  return made;
}

function around(element: Element): Element | null {
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
