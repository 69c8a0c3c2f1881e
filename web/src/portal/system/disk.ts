import { html, nothing, type TemplateResult } from "lit";
import type { System } from "../../data/system.ts";
import { formatBytes } from "../bytes.ts";
import { systemText } from "./text.ts";

/** Warn before an administrator would run out of time to act. */
const WARN_DAYS = 30;
const WARN_FREE_SHARE = 0.1;

/** How much disk space the data needs, and how long it lasts. */
export function diskSheet({ database, disk }: System): TemplateResult {
  const warning = diskWarning(disk);
  return html`<section class="sheet wide" aria-labelledby="disk">
    <h2 id="disk">${systemText().disk}</h2>
    ${warning === null ? nothing : html`<p class=${disk.isFull ? "reason bad" : "notice"}>${warning}</p>`}
    <dl class="facts disk">
      <div><dt>${systemText().database}</dt><dd>${formatBytes(database.bytes)}</dd></div>
      <div><dt>${systemText().growth}</dt><dd>${growthText(disk.growthBytesPerDay)}</dd></div>
      <div><dt>${systemText().freeSpace}</dt><dd>${freeText(disk)}</dd></div>
    </dl>
  </section>`;
}

type Disk = System["disk"];

export function growthText(bytes: number | null | undefined): string {
  if (bytes === null || bytes === undefined) return systemText().notKnownYet;
  return bytes < 0 ? `−${formatBytes(-bytes)}` : formatBytes(bytes);
}

export function freeText({ freeBytes, totalBytes, fullInDays }: Disk): string {
  if (freeBytes === null || freeBytes === undefined) return systemText().seeServer;
  const lasts = fullInDays === null || fullInDays === undefined ? null : daysText(fullInDays);
  return systemText().free(formatBytes(freeBytes), totalBytes ? formatBytes(totalBytes) : null, lasts);
}

export function diskWarning({ isFull, freeBytes, totalBytes, fullInDays }: Disk): string | null {
  if (isFull) return systemText().full;
  if (typeof fullInDays === "number" && fullInDays <= WARN_DAYS) return systemText().fullIn(daysText(fullInDays));
  if (typeof freeBytes === "number" && totalBytes && freeBytes < totalBytes * WARN_FREE_SHARE)
    return systemText().almostFull;
  return null;
}

function daysText(days: number): string {
  if (days < 1) return systemText().lessThanADay;
  if (days > 700) return systemText().years(Math.floor(days / 365));
  return systemText().days(days);
}
