// What a person types as x and y, in the city's feet. Pure.

export interface Point {
  x: number;
  y: number;
}

export type PointReading = { point: Point | null } | { errors: Record<string, string> };

type FeetReading = { is: "empty" } | { is: "number"; value: number } | { is: "wrong"; words: string };

/** Both empty is no point; one alone is a mistake. */
export function readPoint(x: string, y: string): PointReading {
  const [east, north] = [readFeet(x), readFeet(y)];
  if (east.is === "empty" && north.is === "empty") return { point: null };
  if (east.is === "number" && north.is === "number") return { point: { x: east.value, y: north.value } };
  const errors: Record<string, string> = {};
  for (const [field, reading, other] of [
    ["x", east, "y"],
    ["y", north, "x"],
  ] as const) {
    if (reading.is === "wrong") errors[`point.${field}`] = reading.words;
    if (reading.is === "empty") errors[`point.${field}`] = `Enter ${field} too, or leave ${other} empty as well.`;
  }
  return { errors };
}

export function readFeet(text: string): FeetReading {
  const typed = text.trim();
  if (typed === "") return { is: "empty" };
  // A comma is a thousands separator to one person and a decimal point to another: nobody shall guess.
  if (/^[+-]?[\d.,'’\s]+$/.test(typed) && /[,'’\s]/.test(typed)) {
    return { is: "wrong", words: "Leave out commas and spaces. For example: 432951.15" };
  }
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(typed)) {
    return { is: "wrong", words: "Enter a number in feet. For example: 432951.15" };
  }
  const value = Number(typed);
  return Number.isFinite(value) ? { is: "number", value } : { is: "wrong", words: "This number is too large." };
}

/** For reading: a hundredth of a foot is finer than any facility. */
export function feetWords(value: number): string {
  return value.toFixed(2);
}

export function degreeWords(value: number): string {
  return value.toFixed(6);
}
