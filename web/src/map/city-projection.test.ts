import { expect, test } from "vitest";
import city from "./city.fixture.json";
import { CityProjection } from "./city-projection.ts";

// The fixture is what the service gives for ESRI:102629; a test of the service holds the two together.
const sheet = new CityProjection(city.projection);

test.each([
  // By PROJ's cs2cs.
  [34.7304, -86.5861, 429_981.867_506, 1_539_962.513_119],
  [30.5, -85.833333333333, 656_166.666_667, 0],
])("%d, %d lies at %d, %d feet", (lat, lng, x, y) => {
  const feet = sheet.toFeet({ lat, lng });
  expect(feet?.x).toBeCloseTo(x, 1);
  expect(feet?.y).toBeCloseTo(y, 1);
});

test("there and back is the same place, to the edge of the sheet", () => {
  for (let across = 0; across <= 10; across += 1) {
    for (let up = 0; up <= 10; up += 1) {
      const at = {
        lng: sheet.west + ((sheet.east - sheet.west) * across) / 10,
        lat: sheet.south + ((sheet.north - sheet.south) * up) / 10,
      };
      const feet = sheet.toFeet(at);
      const back = sheet.toDegrees(feet ?? { x: NaN, y: NaN });
      expect(Math.abs(back.lat - at.lat) + Math.abs(back.lng - at.lng)).toBeLessThan(1e-7);
    }
  }
});

test("off the sheet there are no feet, and far feet end at its edge", () => {
  expect(sheet.toFeet({ lat: sheet.north + 0.001, lng: -86 })).toBeNull();
  expect(sheet.toFeet({ lat: NaN, lng: -86 })).toBeNull();
  const far = sheet.toDegrees({ x: 1e9, y: 1e9 });
  expect(sheet.contains(far)).toBe(true);
});

test("the box of the sheet holds its corners", () => {
  const corner = sheet.toFeet({ lat: sheet.south, lng: sheet.west });
  expect(corner?.x).toBeGreaterThanOrEqual(sheet.box.minX - 1);
  expect(corner?.y).toBeGreaterThanOrEqual(sheet.box.minY - 1);
});
