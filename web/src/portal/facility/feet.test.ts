import { expect, test } from "vitest";
import { degreeWords, feetWords, readFeet, readPoint } from "./feet.ts";

test.each([
  ["432951.15", 432951.15],
  [" 432951 ", 432951],
  ["+1.", 1],
  ["-.5", -0.5],
  ["0", 0],
])("“%s” is %d feet", (text, value) => {
  expect(readFeet(text)).toEqual({ is: "number", value });
});

test.each([["432,951.15"], ["432 951"], ["432.951,15"], ["1'539'962"], ["432\u00a0951"]])(
  "“%s” has separators, and is refused in words",
  (text) => {
    expect(readFeet(text)).toEqual({ is: "wrong", words: "Leave out commas and spaces. For example: 432951.15" });
  },
);

test.each([["1e5"], ["0x10"], ["Infinity"], ["NaN"], ["12ft"], ["1.2.3"], ["."], ["-"], ["٣"]])(
  "“%s” is no number",
  (text) => {
    expect(readFeet(text)).toEqual({ is: "wrong", words: "Enter a number in feet. For example: 432951.15" });
  },
);

test("a number beyond all numbers is too large", () => {
  expect(readFeet("9".repeat(400))).toEqual({ is: "wrong", words: "This number is too large." });
});

test.each([
  ["", "  ", { point: null }],
  ["1", "2", { point: { x: 1, y: 2 } }],
  ["1", "", { errors: { "point.y": "Enter y too, or leave x empty as well." } }],
  ["", "2", { errors: { "point.x": "Enter x too, or leave y empty as well." } }],
  ["a", "2", { errors: { "point.x": "Enter a number in feet. For example: 432951.15" } }],
  [
    "1,0",
    "b",
    {
      errors: {
        "point.x": "Leave out commas and spaces. For example: 432951.15",
        "point.y": "Enter a number in feet. For example: 432951.15",
      },
    },
  ],
])("x “%s” and y “%s” are %j", (x, y, reading) => {
  expect(readPoint(x, y)).toEqual(reading);
});

test("feet and degrees are shown with fixed decimals", () => {
  expect(feetWords(432951.1547380119)).toBe("432951.15");
  expect(degreeWords(-86.5)).toBe("-86.500000");
});
