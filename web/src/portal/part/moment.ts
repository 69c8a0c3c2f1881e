import { html, type TemplateResult } from "lit";
import { formatRelativeTime, formatTime } from "../time.ts";

/** A time as a distance from now; the time itself on demand. */
export function moment(at: string | null | undefined, never = "never"): TemplateResult {
  if (at === null || at === undefined) return html`${never}`;
  return html`<time datetime=${at} title=${formatTime(at, { seconds: true })}>${formatRelativeTime(at, new Date())}</time>`;
}
