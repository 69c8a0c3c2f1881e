import { expect, test } from "vitest";
import city from "./city.fixture.json";
import { CityProjection } from "./city-projection.ts";

// The service's response for ESRI:102629. A test of the service compares it.
const projection = new CityProjection(city.projection);

test.each([
  // By PROJ's cs2cs.
  [34.7304, -86.5861, 429_981.867_506, 1_539_962.513_119],
  [30.5, -85.833333333333, 656_166.666_667, 0],
])("%d, %d is at %d, %d feet", (lat, lng, x, y) => {
  const feet = projection.toFeet({ lat, lng });
  expect(feet?.x).toBeCloseTo(x, 1);
  expect(feet?.y).toBeCloseTo(y, 1);
});

test("converting back gives the same position, up to the edge", () => {
  for (let across = 0; across <= 10; across += 1) {
    for (let up = 0; up <= 10; up += 1) {
      const at = {
        lng: projection.west + ((projection.east - projection.west) * across) / 10,
        lat: projection.south + ((projection.north - projection.south) * up) / 10,
      };
      const feet = projection.toFeet(at);
      const back = projection.toDegrees(feet ?? { x: NaN, y: NaN });
      expect(Math.abs(back.lat - at.lat) + Math.abs(back.lng - at.lng)).toBeLessThan(1e-7);
    }
  }
});

test("outside there are no feet; far feet are clamped to the edge", () => {
  expect(projection.toFeet({ lat: projection.north + 0.001, lng: -86 })).toBeNull();
  expect(projection.toFeet({ lat: NaN, lng: -86 })).toBeNull();
  const far = projection.toDegrees({ x: 1e9, y: 1e9 });
  expect(projection.contains(far)).toBe(true);
});

test("the box contains the corners", () => {
  const corner = projection.toFeet({ lat: projection.south, lng: projection.west });
  expect(corner?.x).toBeGreaterThanOrEqual(projection.box.minX - 1);
  expect(corner?.y).toBeGreaterThanOrEqual(projection.box.minY - 1);
});
