// Durations as text. Pure.
import { formatCount } from "../status-text/page-language.ts";
import { type DurationUnit, dataText } from "./text.ts";

const UNITS: readonly (readonly [seconds: number, name: DurationUnit])[] = [
  [86_400, "day"],
  [3_600, "hour"],
  [60, "minute"],
  [1, "second"],
];

/** “420 ms”, “2.5 seconds”, “6 days 22 hours”: at most two units, rounded down. */
export function formatDuration(ms: number): string {
  if (Number.isNaN(ms)) return "";
  if (ms < 1_000) return `${Math.max(0, Math.floor(ms))} ms`;
  if (ms < 10_000) return countText(Math.floor(ms / 100) / 10, "second");
  let left = Math.floor(ms / 1_000);
  const parts = UNITS.map(([seconds, name]) => {
    const count = Math.floor(left / seconds);
    left -= count * seconds;
    return { count, name };
  });
  const largest = parts.findIndex(({ count }) => count > 0);
  return parts
    .slice(largest, largest + 2)
    .filter(({ count }) => count > 0)
    .map(({ count, name }) => countText(count, name))
    .join(" ");
}

function countText(count: number, unit: DurationUnit): string {
  const [one, many] = dataText().unit[unit];
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
