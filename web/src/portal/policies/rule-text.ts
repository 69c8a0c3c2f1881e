// A policy as sentences. Pure.
import type { Policy, PolicyPreview, StormEffect } from "../../data/policy.ts";
import { commonText } from "../ui/text.ts";
import { policyText } from "./text.ts";

export function ruleText({ radiusMiles, dangerMinutes, allClearMinutes }: Policy): string {
  return policyText().rule(radiusMiles, dangerMinutes, Math.max(dangerMinutes, allClearMinutes));
}

export function ringText({ rings }: Policy): string {
  if (rings.length === 0) return policyText().noRings;
  const { ringRule, ringRules } = policyText();
  return ringRules(
    rings.map(({ name, radiusMiles, clearMinutes }) => ringRule(name, radiusMiles, clearMinutes)).join("; "),
  );
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
    row(policyText().minutesActive, ({ activeMinutes }) => String(Math.round(activeMinutes))),
    row(policyText().closures, ({ closures }) => String(closures)),
    row(policyText().earliestWarning, ({ earliestWarningAt }) =>
      earliestWarningAt ? formatTime(earliestWarningAt) : commonText().none,
    ),
  ];
}
