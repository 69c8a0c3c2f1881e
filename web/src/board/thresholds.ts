// The four numbers a supervisor may change, as typed and as asked. Pure.
import type { Parameters } from "../data/lightning.ts";

export type Threshold = keyof Parameters;

export interface Rule {
  /** In the address. */
  key: string;
  label: string;
  unit: string;
  usual: number;
  most: number;
}

/** The service's own values and limits. */
export const RULES: Record<Threshold, Rule> = {
  radiusMiles: { key: "radius", label: "Radius", unit: "miles", usual: 8, most: 500 },
  dangerMinutes: { key: "danger", label: "Danger window", unit: "minutes", usual: 30, most: 1440 },
  allClearMinutes: { key: "clear", label: "All-clear window", unit: "minutes", usual: 30, most: 1440 },
  historyHours: { key: "history", label: "History", unit: "hours", usual: 8, most: 168 },
};

export const THRESHOLDS = Object.keys(RULES) as Threshold[];

export const USUAL: Parameters = { radiusMiles: 8, dangerMinutes: 30, allClearMinutes: 30, historyHours: 8 };

export type Reading = { value: number } | { error: string };

export function readThreshold(threshold: Threshold, text: string): Reading {
  const { most, unit } = RULES[threshold];
  const typed = text.trim();
  const value = Number(typed);
  if (!/^(\d+\.?\d*|\.\d+)$/.test(typed)) return { error: `Enter a number of ${unit}.` };
  if (!(value > 0 && value <= most)) return { error: `Enter more than 0 and at most ${most} ${unit}.` };
  return { value };
}

/** What differs from the usual: only that is asked and kept in the address. */
export function unusual(parameters: Parameters): Partial<Parameters> {
  return Object.fromEntries(THRESHOLDS.filter((one) => parameters[one] !== RULES[one].usual).map((one) => [one, parameters[one]]));
}
