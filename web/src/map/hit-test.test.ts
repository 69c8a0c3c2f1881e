import { expect, test } from "vitest";
import city from "./city.fixture.json";
import { CityProjection } from "./city-projection.ts";
import { hitTest } from "./hit-test.ts";
import { toColumns } from "./strikes.ts";
import { type MapView, toPixel } from "./view.ts";

const projection = new CityProjection(city.projection);
const position = { lat: 34.73, lng: -86.59 };
const feet = projection.toFeet(position) ?? { x: 0, y: 0 };
const view: MapView = { center: feet, feetPerPixel: 50, size: { width: 400, height: 400 } };
const strikes = toColumns(
  [1, 2].map((id) => ({
    id,
    timestamp: `2026-05-01T12:0${id}:00Z`,
    type: "Ground Stroke Lightning",
    kind: "ground" as const,
    latitude: 34.75,
    longitude: -86.59,
  })),
  projection,
);
const scene: Parameters<typeof hitTest>[1] = {
  markers: [{ id: 7, name: "Pool", at: feet, status: "Active", radiusFeet: 42_240 }],
  strikes,
  asOf: Date.parse("2026-05-01T12:05:00Z"),
  historyMs: 28_800_000,
};

test("a facility within reach is hit", () => {
  expect(hitTest(view, scene, { left: 210, top: 190 })).toEqual({ is: "facility", id: 7 });
  expect(hitTest(view, scene, { left: 300, top: 300 })).toBeNull();
});

test("of strikes at one position the newest is hit, and none of the future", () => {
  const at = toPixel(view, { x: strikes.x[0] ?? 0, y: strikes.y[0] ?? 0 });
  expect(hitTest(view, scene, at)).toMatchObject({ is: "strike", strike: { id: 2 } });
  const earlier = { ...scene, asOf: Date.parse("2026-05-01T12:01:30Z") };
  expect(hitTest(view, earlier, at)).toMatchObject({ is: "strike", strike: { id: 1 } });
  expect(hitTest(view, { ...scene, historyMs: 1_000 }, at)).toBeNull();
});
