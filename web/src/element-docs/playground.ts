// The live demonstration: controls that set attributes, events as they come, the snippet that follows.
import { readFacilities } from "../data/lightning.ts";
import { snippet } from "./snippet.ts";

const FIELDS = ["facility-id", "radius-miles", "danger-minutes", "all-clear-minutes", "lang"] as const;
const EVENTS_KEPT = 6;
const TIMEOUT_MS = 10_000;

export async function startPlayground(): Promise<void> {
  const element = found("#playground facility-lightning-status") as HTMLElement;
  document.getElementById("controls")?.addEventListener("submit", (event) => event.preventDefault());
  await offerFacilities();
  for (const id of [...FIELDS, "scheme"]) field(id).addEventListener("input", () => apply(element));
  element.addEventListener("status-change", ({ detail }) => tell(`${detail.old} → ${detail.new}`));
  document.getElementById("copy")?.addEventListener("click", () => void copy());
  apply(element);
}

/** The facilities as the service sorts them; where it names none, their number is typed in. */
async function offerFacilities(): Promise<void> {
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
  found("#snippet").textContent = snippet(location.origin, attributes);
  found("#copied").textContent = "";
}

function tell(words: string): void {
  const list = found("#events");
  const line = document.createElement("li");
  line.textContent = `${new Date().toLocaleTimeString("en-US", { hourCycle: "h23" })} ${words}`;
  list.querySelector("li:not([data-event])")?.remove();
  line.dataset.event = "";
  list.prepend(line);
  while (list.children.length > EVENTS_KEPT) list.lastElementChild?.remove();
}

async function copy(): Promise<void> {
  const words = await navigator.clipboard.writeText(found("#snippet").textContent ?? "").then(
    () => "Copied.",
    () => "Your browser does not allow it. Select the text and copy it.",
  );
  found("#copied").textContent = words;
}

function field(id: string): HTMLInputElement | HTMLSelectElement {
  return found(`#${id}`) as HTMLInputElement | HTMLSelectElement;
}

function found(selector: string): Element {
  const element = document.querySelector(selector);
  if (element === null) throw new Error(`the page has no ${selector}`);
  return element;
}
