// Creates DOM nodes one by one: works under Trusted Types, and needs no escaping.

const SVG_NAMESPACE = "http://www.w3.org/2000/svg";
const SVG_TAGS = new Set(["svg", "path", "circle", "g"]);

export type Child = Element | string;

export function createElement<Kind extends Element = HTMLElement>(
  tag: string,
  attributes: Record<string, string>,
  ...children: Child[]
): Kind {
  const element = SVG_TAGS.has(tag) ? document.createElementNS(SVG_NAMESPACE, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element as unknown as Kind;
}

/** Writes only changes, to avoid a new layout and screen reader output every second. Hides the target when the text is empty. */
export function setText(target: Element, text: string): void {
  if (target.textContent !== text) target.textContent = text;
  target.toggleAttribute("hidden", text === "");
}

export function setAttribute(target: Element, name: string, value: string): void {
  if (target.getAttribute(name) !== value) target.setAttribute(name, value);
}
