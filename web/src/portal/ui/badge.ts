import { html, type TemplateResult } from "lit";

/** Never by color alone: each has a symbol. */
export type Tone = "good" | "bad" | "warn" | "busy" | "idle";

const SYMBOLS: Record<Tone, string> = { good: "✓", bad: "✕", warn: "⚠", busy: "…", idle: "–" };

export function badge(tone: Tone, label: string): TemplateResult {
  return html`<span class="badge ${tone}"><span aria-hidden="true">${SYMBOLS[tone]}</span> ${label}</span>`;
}
