import { html, type TemplateResult } from "lit";
import { formatRelativeTime, formatTime } from "../time.ts";
import { commonText } from "./text.ts";

/** “3 minutes ago”, with the exact time as a tooltip. */
export function relativeTime(at: string | null | undefined, never = commonText().never): TemplateResult {
  if (at === null || at === undefined) return html`${never}`;
  return html`<time datetime=${at} title=${formatTime(at, { seconds: true })}>${formatRelativeTime(at, new Date())}</time>`;
}
