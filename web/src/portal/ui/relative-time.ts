import { html, type TemplateResult } from "lit";
import { formatRelativeTime, formatTime } from "../time.ts";

/** “3 minutes ago”, with the exact time as a tooltip. */
export function relativeTime(at: string | null | undefined, never = "never"): TemplateResult {
  if (at === null || at === undefined) return html`${never}`;
  return html`<time datetime=${at} title=${formatTime(at, { seconds: true })}>${formatRelativeTime(at, new Date())}</time>`;
}
