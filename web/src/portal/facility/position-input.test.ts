import { expect, test } from "vitest";
import { parsePosition } from "./position-input.ts";

test.each([
  ["34.7304, -86.5861", { lat: 34.7304, lng: -86.5861 }],
  [" 34.7304 -86.5861 ", { lat: 34.7304, lng: -86.5861 }],
  ["34,-86", { lat: 34, lng: -86 }],
])("%s is a position", (text, expected) => {
  expect(parsePosition(text)).toEqual(expected);
});

test.each([
  ["", "with a comma"],
  ["34.7", "with a comma"],
  ["34.7, -86, 5", "with a comma"],
  ["north, west", "with a comma"],
  ["-122.4, 37.8", "Latitude comes first"],
  ["34.7, -200", "not between -180 and 180"],
])("%s is not a position", (text, message) => {
  expect(parsePosition(text)).toMatchObject({ error: expect.stringContaining(message) as string });
});
