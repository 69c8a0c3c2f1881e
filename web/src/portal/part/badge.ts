import { html, type TemplateResult } from "lit";

/** How something stands: a shape and a word beside the colour. */
export type Tone = "good" | "bad" | "busy" | "idle";

const SHAPES: Record<Tone, string> = { good: "✓", bad: "✕", busy: "…", idle: "–" };

export function badge(tone: Tone, words: string): TemplateResult {
  return html`<span class="badge ${tone}"><span aria-hidden="true">${SHAPES[tone]}</span> ${words}</span>`;
}
