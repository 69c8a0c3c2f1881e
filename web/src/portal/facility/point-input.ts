// Parsing of x and y, in feet of the city's map grid. Pure.
import { facilityText } from "./text.ts";

export interface Point {
  x: number;
  y: number;
}

export type ParsedPoint = { point: Point | null } | { errors: Record<string, string> };

type ParsedFeet = { is: "empty" } | { is: "number"; value: number } | { is: "invalid"; error: string };

/** Both empty is no point; only one is an error. */
export function parsePoint(x: string, y: string): ParsedPoint {
  const [east, north] = [parseFeet(x), parseFeet(y)];
  if (east.is === "empty" && north.is === "empty") return { point: null };
  if (east.is === "number" && north.is === "number") return { point: { x: east.value, y: north.value } };
  const errors: Record<string, string> = {};
  for (const [field, parsed, other] of [
    ["x", east, "y"],
    ["y", north, "x"],
  ] as const) {
    if (parsed.is === "invalid") errors[`point.${field}`] = parsed.error;
    if (parsed.is === "empty") errors[`point.${field}`] = facilityText().enterOther(field, other);
  }
  return { errors };
}

export function parseFeet(text: string): ParsedFeet {
  const trimmed = text.trim();
  if (trimmed === "") return { is: "empty" };
  // A comma may be a thousands separator or a decimal point: never guess.
  if (/^[+-]?[\d.,'’\s]+$/.test(trimmed) && /[,'’\s]/.test(trimmed)) {
    return { is: "invalid", error: facilityText().noCommas };
  }
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(trimmed)) {
    return { is: "invalid", error: facilityText().enterFeet };
  }
  const value = Number(trimmed);
  return Number.isFinite(value) ? { is: "number", value } : { is: "invalid", error: facilityText().tooLarge };
}

export function formatFeet(value: number): string {
  return value.toFixed(2);
}

export function formatDegrees(value: number): string {
  return value.toFixed(6);
}
