// The table as a file for spreadsheets. Pure.
import type { TableRow } from "./table-row.ts";

const HEADER = ["facilityId", "name", "status", "allClearAt", "nearestMiles", "lastWithinRadiusAt", "changedAt"];

/** RFC 4180, with times in UTC. */
export function toCsv(rows: readonly TableRow[]): string {
  const lines = rows.map((row) => [
    String(row.id),
    row.name,
    row.status,
    time(row.clearAt),
    row.nearestMiles === null ? "" : String(row.nearestMiles),
    time(row.lastInRadiusAt),
    time(row.change?.at ?? null),
  ]);
  return `${[HEADER, ...lines].map((line) => line.map(field).join(",")).join("\r\n")}\r\n`;
}

function time(at: number | null): string {
  return at === null ? "" : new Date(at).toISOString();
}

/** A spreadsheet would run a name that starts like a formula. */
function field(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}
