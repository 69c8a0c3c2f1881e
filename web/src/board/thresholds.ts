// The four numbers a supervisor may change, as typed and as asked. Pure.
import type { Parameters } from "../data/lightning.ts";

export type Threshold = keyof Parameters;

export interface Rule {
  /** In the address. */
  key: string;
  usual: number;
  most: number;
}

/** The service's own values and limits. */
export const RULES: Record<Threshold, Rule> = {
  radiusMiles: { key: "radius", usual: 8, most: 500 },
  dangerMinutes: { key: "danger", usual: 30, most: 1440 },
  allClearMinutes: { key: "clear", usual: 30, most: 1440 },
  historyHours: { key: "history", usual: 8, most: 168 },
};

export const THRESHOLDS = Object.keys(RULES) as Threshold[];

export const USUAL: Parameters = { radiusMiles: 8, dangerMinutes: 30, allClearMinutes: 30, historyHours: 8 };

/** Why a text is no threshold; the words for it are the language's. */
export type Fault = "number" | "range";

export type Reading = { value: number } | { fault: Fault };

export function readThreshold(threshold: Threshold, text: string): Reading {
  const typed = text.trim();
  const value = Number(typed);
  if (!/^(\d+\.?\d*|\.\d+)$/.test(typed)) return { fault: "number" };
  if (!(value > 0 && value <= RULES[threshold].most)) return { fault: "range" };
  return { value };
}

/** The thresholds that an address holds; what it does not, or not rightly, is the usual. */
export function thresholdsIn(given: URLSearchParams): Parameters {
  const parameters = { ...USUAL };
  for (const threshold of THRESHOLDS) {
    const reading = readThreshold(threshold, given.get(RULES[threshold].key) ?? "");
    if ("value" in reading) parameters[threshold] = reading.value;
  }
  return parameters;
}

export function writeThresholds(parameters: Parameters, query: URLSearchParams): void {
  for (const [threshold, value] of Object.entries(unusual(parameters)))
    query.set(RULES[threshold as Threshold].key, String(value));
}

/** What differs from the usual: only that is asked and kept in the address. */
export function unusual(parameters: Parameters): Partial<Parameters> {
  return Object.fromEntries(
    THRESHOLDS.filter((one) => parameters[one] !== RULES[one].usual).map((one) => [one, parameters[one]]),
  );
}
