// The four thresholds that a supervisor can change: parsing, limits and URL parameters. Pure.
import type { Parameters } from "../data/lightning.ts";

export type Threshold = keyof Parameters;

export interface ThresholdRule {
  /** Its name in the URL. */
  key: string;
  /** The largest value that the service accepts. */
  max: number;
}

export const THRESHOLD_RULES: Record<Threshold, ThresholdRule> = {
  radiusMiles: { key: "radius", max: 500 },
  dangerMinutes: { key: "danger", max: 1440 },
  allClearMinutes: { key: "clear", max: 1440 },
  historyHours: { key: "history", max: 168 },
};

export const THRESHOLDS: readonly Threshold[] = ["radiusMiles", "dangerMinutes", "allClearMinutes", "historyHours"];

export type ThresholdErrorKind = "number" | "range";

export type ParsedThreshold = { value: number } | { error: ThresholdErrorKind };

export function parseThreshold(threshold: Threshold, text: string): ParsedThreshold {
  const trimmed = text.trim();
  const value = Number(trimmed);
  if (!/^-?(\d+\.?\d*|\.\d+)$/.test(trimmed)) return { error: "number" };
  if (!(value > 0 && value <= THRESHOLD_RULES[threshold].max)) return { error: "range" };
  return { value };
}

/** What someone has set instead of the values of the policies. */
export type ChangedThresholds = Partial<Parameters>;

/** Missing and invalid values are those of the policies. */
export function thresholdsFromQuery(query: URLSearchParams): ChangedThresholds {
  const changed: ChangedThresholds = {};
  for (const threshold of THRESHOLDS) {
    const parsed = parseThreshold(threshold, query.get(THRESHOLD_RULES[threshold].key) ?? "");
    if ("value" in parsed) changed[threshold] = parsed.value;
  }
  return changed;
}

export function writeThresholds(changed: ChangedThresholds, query: URLSearchParams): void {
  for (const threshold of THRESHOLDS) {
    const value = changed[threshold];
    if (value !== undefined) query.set(THRESHOLD_RULES[threshold].key, String(value));
  }
}
