// Makes nodes one by one: a page that trusts no markup (Trusted Types) lets it through, and nothing needs escaping.

const SVG = "http://www.w3.org/2000/svg";
const DRAWN = new Set(["svg", "path", "circle", "g"]);

export type Child = Element | string;

/** An element with its attributes and children; `svg` and what stands in it are drawn. */
export function node<Kind extends Element = HTMLElement>(
  tag: string,
  attributes: Record<string, string>,
  ...children: Child[]
): Kind {
  const made = DRAWN.has(tag) ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made as unknown as Kind;
}

/** Writes only what differs, so that a screen reader and the layout are left alone every second. */
export function write(target: Element, text: string): void {
  if (target.textContent !== text) target.textContent = text;
  target.toggleAttribute("hidden", text === "");
}

export function set(target: Element, name: string, value: string): void {
  if (target.getAttribute(name) !== value) target.setAttribute(name, value);
}
