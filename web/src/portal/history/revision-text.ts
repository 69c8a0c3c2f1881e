// What the list of versions says about each. Pure.
import type { Revision } from "../../data/revision.ts";
import { formatTime } from "../time.ts";
import { historyText } from "./text.ts";

/** As the service names it. No user can have this name: it contains a space. */
const COMMAND_LINE = "command line";
const MAX_FIELDS = 3;

export function authorText({ author }: Pick<Revision, "author">): string {
  return author === COMMAND_LINE ? historyText().commandLine : author;
}

/** The version that it restores, and what was changed, by the names of its fields. */
export function changesText(revision: Pick<Revision, "isDeletion" | "changes" | "restores">, isFirst: boolean): string {
  const { restores } = revision;
  if (!restores) return fieldsText(revision, isFirst);
  const restored = historyText().restores(formatTime(restores.at, { seconds: true }));
  // The versions before were purged, so nothing is known about the change.
  return isFirst ? restored : `${restored}: ${fieldsText(revision, isFirst)}`;
}

function fieldsText({ isDeletion, changes }: Pick<Revision, "isDeletion" | "changes">, isFirst: boolean): string {
  const text = historyText();
  if (isDeletion) return text.deleted;
  // A change in a part that is masked cannot be seen.
  if (changes.length === 0) return isFirst ? text.firstVersion : text.maskedChange;
  const shown = changes.slice(0, MAX_FIELDS).map(({ path }) => path);
  const rest = changes.length > shown.length ? ` … (${text.changeCount(changes.length)})` : "";
  return `${shown.join(", ")}${rest}`;
}
