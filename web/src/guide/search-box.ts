// The search field in the guide's header. The texts are loaded when the field is first used.
import { html, nothing, render, type TemplateResult } from "lit";
import { type SearchHit, SearchIndex } from "./search-index.ts";

export function startSearch(): void {
  const form = document.querySelector<HTMLFormElement>("#search");
  const input = document.querySelector<HTMLInputElement>("#query");
  const results = document.querySelector<HTMLElement>("#results");
  if (form === null || input === null || results === null) return;
  form.hidden = false;

  let loading: Promise<SearchIndex> | undefined;
  const load = () => {
    loading ??= loadIndex();
    return loading;
  };
  const show = async () => {
    const query = input.value.trim();
    if (query === "") return render(nothing, results);
    try {
      const hits = (await load()).search(query);
      if (query === input.value.trim()) render(resultList(query, hits), results);
    } catch {
      loading = undefined;
      render(html`<p>The guide cannot be searched now. Check your connection and try again.</p>`, results);
    }
  };

  input.addEventListener("focus", () => void load().catch(() => undefined));
  input.addEventListener("input", () => void show());
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    results.querySelector("a")?.click();
  });
  form.addEventListener("keydown", (event) => moveFocus(event, input, results));
  document.addEventListener("keydown", (event) => focusOnSlash(event, input));
  document.addEventListener("click", (event) => {
    if (!form.contains(event.target as Node)) render(nothing, results);
  });
}

async function loadIndex(): Promise<SearchIndex> {
  const response = await fetch("/docs/guide/search.json");
  if (!response.ok) throw new Error(`search.json: ${response.status}`);
  return new SearchIndex(await response.json());
}

function resultList(query: string, hits: SearchHit[]): TemplateResult {
  if (hits.length === 0) return html`<p>Nothing found for “${query}”.</p>`;
  return html`<ul>
    ${hits.map(
      ({ address, page, heading, excerpt }) => html`<li>
        <a href=${address}><strong>${heading}</strong>${heading === page ? nothing : html` <span>${page}</span>`}<small>${excerpt}</small></a>
      </li>`,
    )}
  </ul>`;
}

/** Arrow keys move through the results, Escape closes them. */
function moveFocus(event: KeyboardEvent, input: HTMLInputElement, results: HTMLElement): void {
  const links = [input, ...results.querySelectorAll("a")];
  const index = links.indexOf(document.activeElement as HTMLAnchorElement);
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (event.key === "Escape") {
    render(nothing, results);
    input.focus();
  } else if (step !== undefined) {
    event.preventDefault();
    links[Math.max(0, Math.min(links.length - 1, index + step))]?.focus();
  }
}

function focusOnSlash(event: KeyboardEvent, input: HTMLInputElement): void {
  const isTyping = event.target instanceof HTMLInputElement;
  if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  input.focus();
}
