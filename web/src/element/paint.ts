// Puts a view on the screen.
import { SHAPES } from "../words/standing.ts";
import type { Words } from "../words/words.ts";
import { HALF, type Ring } from "./ring.ts";
import { node, set, write } from "./tree.ts";
import type { Facts, Sighting, View } from "./view.ts";

const BOX = `${-HALF} ${-HALF} ${2 * HALF} ${2 * HALF}`;

/** The parts of the card, made once and then only rewritten. */
export class Card {
  private readonly outline = node("path", { class: "outline" });
  private readonly sign = node("path", { class: "sign" });
  private readonly word = node("strong", { part: "word" });
  private readonly name = node("span", { part: "name" });
  private readonly advice = node("p", { part: "advice" });
  private readonly waitBefore = node("span", {});
  private readonly countdown = node("strong", { part: "countdown" });
  private readonly waitAfter = node("span", {});
  private readonly wait = node("p", { part: "wait" }, this.waitBefore, this.countdown, this.waitAfter);
  private readonly note = node("p", { part: "note" });
  private readonly pulse = node("circle", { class: "pulse" });
  private readonly danger = node("circle", { class: "danger" });
  private readonly lastRing = node("circle", { class: "last" });
  private readonly closestRing = node("circle", { class: "closest" });
  private readonly ring = node(
    "svg",
    { part: "ring", viewBox: BOX, role: "img" },
    this.pulse,
    this.danger,
    this.closestRing,
    this.lastRing,
    node("circle", { class: "here", r: "3.5" }),
  );
  private readonly lastLabel = node("span", {});
  private readonly last = sighting("last-strike");
  private readonly closestLabel = node("span", {});
  private readonly closest = sighting("closest-strike");
  private readonly count = node("p", { part: "count" });
  private readonly asOf = node("p", { part: "as-of" });
  private readonly safety = node("p", { part: "safety" });
  private readonly live = node("p", { class: "live", "aria-live": "polite" });
  readonly root: HTMLElement;

  constructor() {
    const shape = node("svg", { part: "shape", viewBox: "0 0 24 24", "aria-hidden": "true" }, this.outline, this.sign);
    const head = node("header", { part: "header" }, shape, node("div", {}, this.word, this.name));
    const key = (kind: string) =>
      node(
        "svg",
        { class: "key", viewBox: "0 0 18 6", "aria-hidden": "true" },
        node("path", { class: kind, d: "M1 3h16" }),
      );
    const facts = node(
      "dl",
      { part: "facts" },
      node("div", {}, node("dt", {}, key("last"), this.lastLabel), this.last),
      node("div", {}, node("dt", {}, key("closest"), this.closestLabel), this.closest),
    );
    const body = node(
      "div",
      { part: "body" },
      this.advice,
      this.wait,
      this.note,
      node("div", { class: "sight" }, this.ring, facts),
      this.count,
    );
    this.root = node(
      "section",
      { part: "card", role: "group" },
      head,
      body,
      node("footer", { part: "footer" }, this.asOf, this.safety),
      this.live,
    );
  }

  paint(view: View, words: Words, language: string): void {
    const { standing, facts } = view;
    set(this.root, "class", standing.toLowerCase());
    set(this.root, "lang", language);
    set(this.root, "aria-label", words.title);
    set(this.outline, "d", SHAPES[standing].outline);
    set(this.sign, "d", SHAPES[standing].sign);
    write(this.word, view.word);
    write(this.name, view.name);
    write(this.advice, view.advice);
    this.paintWait(view);
    write(this.note, view.note);
    write(this.lastLabel, words.lastStrike);
    write(this.closestLabel, words.closest);
    const unknown = { distance: "", rest: words.notKnown };
    paintSighting(this.last, facts?.last ?? unknown);
    paintSighting(this.closest, facts?.closest ?? unknown);
    write(this.count, facts?.count ?? "");
    write(this.asOf, view.asOf);
    write(this.safety, words.safety);
    set(this.ring, "aria-label", facts === null ? words.notKnown : spoken(facts, words));
    this.paintRing(facts?.ring ?? { radius: HALF * 0.7, last: null, closest: null });
  }

  /** Says it to whoever does not see it: changes alone, never the seconds. */
  announce(text: string): void {
    // It is never hidden: a region that appears together with its words is not read.
    this.live.textContent = text;
  }

  private paintWait({ wait, figure }: View): void {
    const [before, after] = figure === "" ? [wait, ""] : (wait.split(figure, 2) as [string, string]);
    write(this.waitBefore, before);
    write(this.countdown, figure);
    write(this.waitAfter, after);
    this.wait.toggleAttribute("hidden", wait === "");
  }

  private paintRing({ radius, last, closest }: Ring): void {
    set(this.pulse, "r", String(radius));
    set(this.danger, "r", String(radius));
    circle(this.lastRing, last);
    circle(this.closestRing, closest);
  }
}

function sighting(part: string): HTMLElement {
  return node("dd", { part }, node("strong", {}), node("span", {}));
}

function paintSighting(target: Element, { distance, rest }: Sighting): void {
  const [first, second] = target.children;
  if (first !== undefined) write(first, distance);
  if (second !== undefined) write(second, rest);
}

function spoken({ radius, last, closest }: Facts, words: Words): string {
  const said = ({ distance, rest }: Sighting) => (rest === "" ? distance : `${distance}, ${rest}`);
  return `${radius}. ${words.lastStrike}: ${said(last)}. ${words.closest}: ${said(closest)}.`;
}

function circle(target: Element, radius: number | null): void {
  set(target, "r", String(radius ?? 0));
}
