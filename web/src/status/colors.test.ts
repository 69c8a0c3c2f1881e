import { expect, test } from "vitest";
import { colorStyles, type Scheme, STATUS_COLORS, SURFACE } from "./colors.ts";
import { DISPLAY_STATUSES, type DisplayStatus, SHAPES } from "./status.ts";

/** The relative luminance of WCAG 2.2. */
function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((start) => {
    const part = parseInt(color.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

test("the contrast ratio is that of WCAG", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
});

const cases = (["light", "dark"] as Scheme[]).flatMap((scheme) =>
  DISPLAY_STATUSES.map((status): [Scheme, DisplayStatus] => [scheme, status]),
);

test.each(cases)("%s %s has enough contrast for text", (scheme, status) => {
  const { solid, on, soft, ink } = STATUS_COLORS[scheme][status];
  expect(contrast(on, solid)).toBeGreaterThanOrEqual(scheme === "light" ? 6 : 5);
  expect(contrast(ink, soft)).toBeGreaterThanOrEqual(4.5);
  expect(contrast(ink, SURFACE[scheme])).toBeGreaterThanOrEqual(4.5);
});

test("only amber on white needs an edge to stand out from the surface", () => {
  const faint = cases.filter(([scheme, status]) => contrast(STATUS_COLORS[scheme][status].solid, SURFACE[scheme]) < 3);
  expect(faint).toEqual([["light", "Clearing"]]);
});

test("the styles declare every color for light and for both schemes", () => {
  const styles = colorStyles(":host");
  for (const name of ["--status-active-solid", "--status-clearing-on", "--status-clear-soft", "--status-unknown-ink"]) {
    expect(styles.split(`${name}:`).length - 1, name).toBe(2);
  }
  expect(styles).toContain("--status-clear-solid:light-dark(#12693a,#1d7d49);");
});

test("every status has its own shape", () => {
  expect(new Set(DISPLAY_STATUSES.map((status) => SHAPES[status].outline)).size).toBe(DISPLAY_STATUSES.length);
  expect(new Set(DISPLAY_STATUSES.map((status) => SHAPES[status].symbol)).size).toBe(DISPLAY_STATUSES.length);
});
