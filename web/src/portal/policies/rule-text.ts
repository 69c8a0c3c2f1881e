// A policy as sentences. Pure.
import type { Policy, PolicyPreview, StormEffect } from "../../data/policy.ts";

/** “1 mile”, “8 miles” */
function count(value: number, unit: string): string {
  return `${value} ${unit}${value === 1 ? "" : "s"}`;
}

export function ruleText({ radiusMiles, dangerMinutes, allClearMinutes }: Policy): string {
  const active = `Active: lightning within ${count(radiusMiles, "mile")} in the last ${count(dangerMinutes, "minute")}.`;
  const wait = Math.max(dangerMinutes, allClearMinutes);
  return `${active} Clear ${count(wait, "minute")} after the last strike.`;
}

export function ringText({ rings }: Policy): string {
  if (rings.length === 0) return "No outer rings.";
  const each = rings.map(
    ({ name, radiusMiles, clearMinutes }) =>
      `${name}: ${count(radiusMiles, "mile")}, clear after ${count(clearMinutes, "minute")}`,
  );
  return `Outer rings: ${each.join("; ")}.`;
}

export interface EffectRow {
  label: string;
  before: string;
  after: string;
}

/** The effect before and after, ready for a table. `formatTime` is in the reader's time zone. */
export function effectRows(
  { before, after }: Pick<PolicyPreview, "before" | "after">,
  formatTime: (at: string) => string,
): EffectRow[] {
  const row = (label: string, show: (effect: StormEffect) => string): EffectRow => ({
    label,
    before: show(before),
    after: show(after),
  });
  return [
    row("Minutes Active", ({ activeMinutes }) => String(Math.round(activeMinutes))),
    row("Closures", ({ closures }) => String(closures)),
    row("Earliest warning", ({ earliestWarningAt }) => (earliestWarningAt ? formatTime(earliestWarningAt) : "none")),
  ];
}
