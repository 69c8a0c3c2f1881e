// What the dashboard says about the rows of a large city, of which only some are loaded. Pure.
import type { Language } from "../../status-text/language.ts";
import type { Coverage } from "../../storm/parts/facility-reader.ts";
import type { StatusCount } from "../../storm/parts/part-summary.ts";
import { TABLE_TEXT } from "./text.ts";

/** Above the table; null if all rows are loaded. */
export function loadedNote(coverage: Coverage | null, language: Language): string | null {
  if (!isPart(coverage)) return null;
  const text = TABLE_TEXT[language];
  const figures = [coverage.listed.size, coverage.matching].map((figure) => figure.toLocaleString(language));
  const [rows = "", matching = ""] = figures;
  return coverage.wanted.search.trim() === "" ? text.loaded(rows, matching) : text.loadedFound(rows, matching);
}

/** In place of rows, if the filters leave none of them. */
export function noMatchText(coverage: Coverage | null, language: Language): string {
  const text = TABLE_TEXT[language];
  return isPart(coverage) ? text.noneLoaded(coverage.listed.size.toLocaleString(language)) : text.noMatch;
}

/** “lightning-status-20260501-1200-first-200-of-3005.csv”; `coverage` is null if all rows are loaded. */
export function csvName(at: number, coverage: Coverage | null): string {
  const part = isPart(coverage) ? `-first-${coverage.listed.size}-of-${coverage.matching}` : "";
  return `lightning-status-${fileTime(at)}${part}.csv`;
}

/** “8 Active”, or “200+ Active” if there may be more. */
export function countLabel({ count, isAtLeast }: StatusCount, status: string): string {
  if (!isAtLeast) return `${count} ${status}`;
  return count === 0 ? status : `${count}+ ${status}`;
}

function isPart(coverage: Coverage | null): coverage is Coverage {
  return coverage !== null && coverage.listed.size < coverage.matching;
}

/** “20260501-1200”, in UTC. */
function fileTime(at: number): string {
  return new Date(at).toISOString().replace(/[-:]/g, "").replace("T", "-").slice(0, 13);
}
