import { expect, test } from "vitest";
import { COLOURS, colourSheet, type Scheme, SHEET } from "./colours.ts";
import { SHAPES, STANDINGS, type Standing } from "./standing.ts";

/** WCAG 2.2: relative luminance, and the ratio of two. */
function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((start) => {
    const part = parseInt(colour.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

test("the ratio is WCAG's", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
});

const cases = (["light", "dark"] as Scheme[]).flatMap((scheme) =>
  STANDINGS.map((standing): [Scheme, Standing] => [scheme, standing]),
);

test.each(cases)(
  "%s %s is read on its solid, by day also in the sun, and everywhere else at 4.5 to 1",
  (scheme, standing) => {
    const { solid, on, soft, ink } = COLOURS[scheme][standing];
    expect(contrast(on, solid)).toBeGreaterThanOrEqual(scheme === "light" ? 6 : 5);
    expect(contrast(ink, soft)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(ink, SHEET[scheme])).toBeGreaterThanOrEqual(4.5);
  },
);

test("every solid but one stands out from the sheet by itself: amber on white needs an edge of its ink", () => {
  const faint = cases.filter(([scheme, standing]) => contrast(COLOURS[scheme][standing].solid, SHEET[scheme]) < 3);
  expect(faint).toEqual([["light", "Clearing"]]);
});

test("the sheet names every colour once for light and once for both schemes", () => {
  const sheet = colourSheet(":host");
  for (const name of ["--status-active-solid", "--status-clearing-on", "--status-clear-soft", "--status-unknown-ink"]) {
    expect(sheet.split(`${name}:`).length - 1, name).toBe(2);
  }
  expect(sheet).toContain("--status-clear-solid:light-dark(#12693a,#1d7d49);");
});

test("every standing has a shape of its own", () => {
  expect(new Set(STANDINGS.map((standing) => SHAPES[standing].outline)).size).toBe(STANDINGS.length);
  expect(new Set(STANDINGS.map((standing) => SHAPES[standing].sign)).size).toBe(STANDINGS.length);
});
