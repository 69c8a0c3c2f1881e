// Status changes as sentences for screen readers. Pure.
import type { Language } from "../status-text/language.ts";
import { STATUS_TEXT } from "../status-text/text.ts";
import { groupByResult, type StatusChange } from "./changes.ts";
import { STORM_TEXT } from "./text.ts";

const MAX_NAMES = 3;

/** “A and 4 more are now Active. B is now Clear.” */
export function announcementText(changes: readonly StatusChange[], language: Language): string {
  const text = STORM_TEXT[language];
  return groupByResult(changes)
    .map(({ to, names }) => {
      const unnamed = names.length - MAX_NAMES;
      const listed = unnamed > 0 ? [...names.slice(0, MAX_NAMES), text.more(unnamed)] : names;
      const list = new Intl.ListFormat(language, { type: "conjunction" }).format(listed);
      return text.became(list, STATUS_TEXT[language].status[to], names.length);
    })
    .join(" ");
}
