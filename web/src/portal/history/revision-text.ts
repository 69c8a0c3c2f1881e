// What the list of versions says about each. Pure.
import type { Revision } from "../../data/revision.ts";
import { historyText } from "./text.ts";

/** As the service names it. No user can have this name: it contains a space. */
const COMMAND_LINE = "command line";
const MAX_FIELDS = 3;

export function authorText({ author }: Pick<Revision, "author">): string {
  return author === COMMAND_LINE ? historyText().commandLine : author;
}

/** What was changed, by the names of its fields. */
export function changesText(
  { isDeletion, changes }: Pick<Revision, "isDeletion" | "changes">,
  isFirst: boolean,
): string {
  const text = historyText();
  if (isDeletion) return text.deleted;
  // A change in a part that is masked cannot be seen.
  if (changes.length === 0) return isFirst ? text.firstVersion : text.maskedChange;
  const shown = changes.slice(0, MAX_FIELDS).map(({ path }) => path);
  const rest = changes.length > shown.length ? ` … (${text.changeCount(changes.length)})` : "";
  return `${shown.join(", ")}${rest}`;
}
