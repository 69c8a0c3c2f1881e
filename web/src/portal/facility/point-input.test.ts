import { expect, test } from "vitest";
import { formatDegrees, formatFeet, parseFeet, parsePoint } from "./point-input.ts";

test.each([
  ["432951.15", 432951.15],
  [" 432951 ", 432951],
  ["+1.", 1],
  ["-.5", -0.5],
  ["0", 0],
])("“%s” is %d feet", (text, value) => {
  expect(parseFeet(text)).toEqual({ is: "number", value });
});

test.each([["432,951.15"], ["432 951"], ["432.951,15"], ["1'539'962"], ["432\u00a0951"]])(
  "“%s” has separators and is rejected",
  (text) => {
    expect(parseFeet(text)).toEqual({ is: "invalid", error: "Leave out commas and spaces. Example: 432951.15" });
  },
);

test.each([["1e5"], ["0x10"], ["Infinity"], ["NaN"], ["12ft"], ["1.2.3"], ["."], ["-"], ["٣"]])(
  "“%s” is not a number",
  (text) => {
    expect(parseFeet(text)).toEqual({ is: "invalid", error: "Enter a number in feet. Example: 432951.15" });
  },
);

test("an infinite number is too large", () => {
  expect(parseFeet("9".repeat(400))).toEqual({ is: "invalid", error: "This number is too large." });
});

test.each([
  ["", "  ", { point: null }],
  ["1", "2", { point: { x: 1, y: 2 } }],
  ["1", "", { errors: { "point.y": "Enter y too, or clear x." } }],
  ["", "2", { errors: { "point.x": "Enter x too, or clear y." } }],
  ["a", "2", { errors: { "point.x": "Enter a number in feet. Example: 432951.15" } }],
  [
    "1,0",
    "b",
    {
      errors: {
        "point.x": "Leave out commas and spaces. Example: 432951.15",
        "point.y": "Enter a number in feet. Example: 432951.15",
      },
    },
  ],
])("x “%s” and y “%s” are %j", (x, y, parsed) => {
  expect(parsePoint(x, y)).toEqual(parsed);
});

test("feet and degrees are shown with fixed decimals", () => {
  expect(formatFeet(432951.1547380119)).toBe("432951.15");
  expect(formatDegrees(-86.5)).toBe("-86.500000");
});
