import { html, nothing, type TemplateResult } from "lit";
import type { System } from "../../data/system.ts";
import { formatBytes } from "./bytes.ts";

/** Warn before an administrator would run out of time to act. */
const WARN_DAYS = 30;
const WARN_FREE_SHARE = 0.1;

/** How much disk space the data needs, and how long it lasts. */
export function diskSheet({ database, disk }: System): TemplateResult {
  const warning = diskWarning(disk);
  return html`<section class="sheet wide" aria-labelledby="disk">
    <h2 id="disk">Disk</h2>
    ${warning === null ? nothing : html`<p class=${disk.isFull ? "reason bad" : "notice"}>${warning}</p>`}
    <dl class="facts disk">
      <div><dt>Database</dt><dd>${formatBytes(database.bytes)}</dd></div>
      <div><dt>Growth per day</dt><dd>${growthText(disk.growthBytesPerDay)}</dd></div>
      <div><dt>Free space</dt><dd>${freeText(disk)}</dd></div>
    </dl>
  </section>`;
}

type Disk = System["disk"];

export function growthText(bytes: number | null | undefined): string {
  if (bytes === null || bytes === undefined) return "not known yet";
  return bytes < 0 ? `−${formatBytes(-bytes)}` : formatBytes(bytes);
}

export function freeText({ freeBytes, totalBytes, fullInDays }: Disk): string {
  if (freeBytes === null || freeBytes === undefined) return "see the database server";
  const of = totalBytes ? ` of ${formatBytes(totalBytes)}` : "";
  const days = fullInDays === null || fullInDays === undefined ? "" : `, lasts ${daysText(fullInDays)}`;
  return `${formatBytes(freeBytes)}${of}${days}`;
}

export function diskWarning({ isFull, freeBytes, totalBytes, fullInDays }: Disk): string | null {
  if (isFull) return "The disk is full, so nothing can be stored. Free disk space; stormwire continues by itself.";
  if (typeof fullInDays === "number" && fullInDays <= WARN_DAYS)
    return `At this growth the disk is full in ${daysText(fullInDays)}. Free or add disk space.`;
  if (typeof freeBytes === "number" && totalBytes && freeBytes < totalBytes * WARN_FREE_SHARE)
    return "Less than 10% of the disk is free. Free or add disk space.";
  return null;
}

function daysText(days: number): string {
  if (days < 1) return "less than a day";
  if (days > 700) return `${Math.floor(days / 365)} years`;
  return days === 1 ? "1 day" : `${days.toLocaleString("en-US")} days`;
}
