// Renders a `CardView` into the element's shadow tree.
import { SHAPES } from "../status/status.ts";
import type { StatusText } from "../status-text/text.ts";
import { createElement, setAttribute, setText } from "./dom.ts";
import { HALF_SIZE, type Ring } from "./ring.ts";
import type { CardView, StrikeFacts, StrikeText } from "./view.ts";

const VIEW_BOX = `${-HALF_SIZE} ${-HALF_SIZE} ${2 * HALF_SIZE} ${2 * HALF_SIZE}`;
const EMPTY_RING: Ring = { radius: HALF_SIZE * 0.7, last: null, closest: null };

/** Creates its nodes once, then only updates them. */
export class Card {
  private readonly outline = createElement("path", { class: "outline" });
  private readonly symbol = createElement("path", { class: "symbol" });
  private readonly statusText = createElement("strong", { part: "word" });
  private readonly name = createElement("span", { part: "name" });
  private readonly advice = createElement("p", { part: "advice" });
  private readonly waitBefore = createElement("span", {});
  private readonly countdown = createElement("strong", { part: "countdown" });
  private readonly waitAfter = createElement("span", {});
  private readonly wait = createElement("p", { part: "wait" }, this.waitBefore, this.countdown, this.waitAfter);
  private readonly note = createElement("p", { part: "note" });
  private readonly pulse = createElement("circle", { class: "pulse" });
  private readonly danger = createElement("circle", { class: "danger" });
  private readonly lastRing = createElement("circle", { class: "last" });
  private readonly closestRing = createElement("circle", { class: "closest" });
  private readonly ring = createElement(
    "svg",
    { part: "ring", viewBox: VIEW_BOX, role: "img" },
    this.pulse,
    this.danger,
    this.closestRing,
    this.lastRing,
    createElement("circle", { class: "here", r: "3.5" }),
  );
  private readonly lastLabel = createElement("span", {});
  private readonly last = strikeElement("last-strike");
  private readonly closestLabel = createElement("span", {});
  private readonly closest = strikeElement("closest-strike");
  private readonly count = createElement("p", { part: "count" });
  private readonly asOf = createElement("p", { part: "as-of" });
  private readonly safety = createElement("p", { part: "safety" });
  private readonly link = createElement("a", { part: "link" });
  private readonly linkLine = createElement("p", { hidden: "" }, this.link);
  private readonly live = createElement("p", { class: "live", "aria-live": "polite" });
  readonly root: HTMLElement;

  constructor() {
    const shape = createElement(
      "svg",
      { part: "shape", viewBox: "0 0 24 24", "aria-hidden": "true" },
      this.outline,
      this.symbol,
    );
    const header = createElement(
      "header",
      { part: "header" },
      shape,
      createElement("div", {}, this.statusText, this.name),
    );
    const facts = createElement(
      "dl",
      { part: "facts" },
      createElement("div", {}, createElement("dt", {}, legendKey("last"), this.lastLabel), this.last),
      createElement("div", {}, createElement("dt", {}, legendKey("closest"), this.closestLabel), this.closest),
    );
    const body = createElement(
      "div",
      { part: "body" },
      this.advice,
      this.wait,
      this.note,
      createElement("div", { class: "distances" }, this.ring, facts),
      this.count,
    );
    this.root = createElement(
      "section",
      { part: "card", role: "group" },
      header,
      body,
      createElement("footer", { part: "footer" }, this.asOf, this.safety, this.linkLine),
      this.live,
    );
  }

  paint(view: CardView, text: StatusText, language: string): void {
    const { status, facts } = view;
    setAttribute(this.root, "class", status.toLowerCase());
    setAttribute(this.root, "lang", language);
    setAttribute(this.root, "aria-label", text.title);
    setAttribute(this.outline, "d", SHAPES[status].outline);
    setAttribute(this.symbol, "d", SHAPES[status].symbol);
    setText(this.statusText, view.statusText);
    setText(this.name, view.name);
    setText(this.advice, view.advice);
    this.paintWait(view);
    setText(this.note, view.note);
    setText(this.lastLabel, text.lastStrike);
    setText(this.closestLabel, text.closest);
    const unknown = { distance: "", rest: text.unknown };
    paintStrike(this.last, facts?.last ?? unknown);
    paintStrike(this.closest, facts?.closest ?? unknown);
    setText(this.count, facts?.count ?? "");
    setText(this.asOf, view.asOf);
    setText(this.safety, text.safety);
    setText(this.link, text.details);
    setAttribute(this.ring, "aria-label", facts === null ? text.unknown : ringLabel(facts, text));
    this.paintRing(facts?.ring ?? EMPTY_RING);
  }

  /** The facility's own page; null without one. */
  setPage(url: string | null): void {
    setAttribute(this.link, "href", url ?? "");
    this.linkLine.toggleAttribute("hidden", url === null);
  }

  /** For screen readers: status changes, never the countdown. */
  announce(text: string): void {
    // Never hidden: a live region that appears together with its text is not read.
    this.live.textContent = text;
  }

  private paintWait({ wait, figure }: CardView): void {
    const [before, after] = figure === "" ? [wait, ""] : (wait.split(figure, 2) as [string, string]);
    setText(this.waitBefore, before);
    setText(this.countdown, figure);
    setText(this.waitAfter, after);
    this.wait.toggleAttribute("hidden", wait === "");
  }

  private paintRing({ radius, last, closest }: Ring): void {
    setAttribute(this.pulse, "r", String(radius));
    setAttribute(this.danger, "r", String(radius));
    setAttribute(this.lastRing, "r", String(last ?? 0));
    setAttribute(this.closestRing, "r", String(closest ?? 0));
  }
}

function legendKey(className: string): Element {
  return createElement(
    "svg",
    { class: "key", viewBox: "0 0 18 6", "aria-hidden": "true" },
    createElement("path", { class: className, d: "M1 3h16" }),
  );
}

function strikeElement(part: string): HTMLElement {
  return createElement("dd", { part }, createElement("strong", {}), createElement("span", {}));
}

function paintStrike(target: Element, { distance, rest }: StrikeText): void {
  const [first, second] = target.children;
  if (first !== undefined) setText(first, distance);
  if (second !== undefined) setText(second, rest);
}

function ringLabel({ radius, last, closest }: StrikeFacts, text: StatusText): string {
  const spoken = ({ distance, rest }: StrikeText) => (rest === "" ? distance : `${distance}, ${rest}`);
  return `${radius}. ${text.lastStrike}: ${spoken(last)}. ${text.closest}: ${spoken(closest)}.`;
}
