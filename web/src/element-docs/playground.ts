// The playground: controls set the element's attributes; its events and the HTML to copy are shown.
import { readFacilities } from "../data/lightning.ts";
import { snippetHtml } from "./snippet.ts";

const FIELDS = ["facility-id", "radius-miles", "danger-minutes", "all-clear-minutes", "lang"] as const;
const MAX_EVENTS = 6;
const TIMEOUT_MS = 10_000;

export async function startPlayground(): Promise<void> {
  const element = find("#playground facility-lightning-status") as HTMLElement;
  document.getElementById("controls")?.addEventListener("submit", (event) => event.preventDefault());
  await listFacilities();
  for (const id of [...FIELDS, "scheme"]) field(id).addEventListener("input", () => apply(element));
  element.addEventListener("status-change", ({ detail }) => showEvent(`${detail.old} → ${detail.new}`));
  document.getElementById("copy")?.addEventListener("click", () => void copy());
  apply(element);
}

/** If the service returns no facilities, the user types an id. */
async function listFacilities(): Promise<void> {
  const { facilities } = await readFacilities(AbortSignal.timeout(TIMEOUT_MS)).catch(() => ({ facilities: [] }));
  const select = field("facility-id");
  if (facilities.length > 0) {
    select.append(...facilities.map(({ facilityId, name }) => new Option(name, String(facilityId))));
    return;
  }
  const input = document.createElement("input");
  Object.assign(input, { id: select.id, value: "1", inputMode: "numeric", autocomplete: "off" });
  select.replaceWith(input);
}

function apply(element: HTMLElement): void {
  const attributes = FIELDS.map((name) => [name, field(name).value] as const);
  for (const [name, value] of attributes) {
    if (value.trim() === "") element.removeAttribute(name);
    else element.setAttribute(name, value.trim());
  }
  element.style.colorScheme = field("scheme").value;
  find("#snippet").textContent = snippetHtml(location.origin, attributes);
  find("#copied").textContent = "";
}

function showEvent(text: string): void {
  const list = find("#events");
  const line = document.createElement("li");
  line.textContent = `${new Date().toLocaleTimeString("en-US", { hourCycle: "h23" })} ${text}`;
  list.querySelector("li:not([data-event])")?.remove();
  line.dataset.event = "";
  list.prepend(line);
  while (list.children.length > MAX_EVENTS) list.lastElementChild?.remove();
}

async function copy(): Promise<void> {
  const message = await navigator.clipboard.writeText(find("#snippet").textContent ?? "").then(
    () => "Copied.",
    () => "The browser blocked copying. Select the text and copy it.",
  );
  find("#copied").textContent = message;
}

function field(id: string): HTMLInputElement | HTMLSelectElement {
  return find(`#${id}`) as HTMLInputElement | HTMLSelectElement;
}

function find(selector: string): Element {
  const element = document.querySelector(selector);
  if (element === null) throw new Error(`the page has no ${selector}`);
  return element;
}
