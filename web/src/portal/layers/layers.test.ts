import { expect, test } from "vitest";
import type { DrawnLayer } from "../../map/ground.ts";
import { compact, compactLayer } from "./compact.ts";
import { layerPreview } from "./preview.ts";

test("a large file loses what the service drops anyway", () => {
  const crs = { type: "name", properties: { name: "EPSG:4326" } };
  const feature = {
    type: "Feature",
    properties: { NAME: "Main Street", OBJECTID: 17, SHAPE_Length: 1.5 },
    geometry: { type: "LineString", coordinates: [[-86.586_123_456_789, 34.730_400_001]] },
  };
  const file = { type: "FeatureCollection", crs, features: [feature] };
  expect(JSON.parse(compact(JSON.stringify(file, null, 2)))).toEqual({
    ...file,
    features: [
      {
        ...feature,
        properties: { NAME: "Main Street" },
        geometry: { type: "LineString", coordinates: [[-86.586_123, 34.7304]] },
      },
    ],
  });
});

test("small files and texts that are not JSON stay as they are", () => {
  const small = '{ "a": 1.23456789 }';
  expect(compactLayer(small)).toBe(small);
  const text = "x".repeat(1_000_000);
  expect(compactLayer(text)).toBe(text);
  const large = `{ "a": "${text}" }`;
  expect(compactLayer(large)).toBe(`{"a":"${text}"}`);
});

test("a preview shows the whole layer, north up", () => {
  const layer = (coordinates: number[][][]): DrawnLayer => ({
    name: "Roads",
    kind: "road",
    geojson: { features: [{ geometry: { type: "MultiLineString", coordinates } }] },
  });
  expect(
    layerPreview(
      layer([
        [
          [0, 0],
          [1, 1],
        ],
      ]),
    ),
  ).toEqual({ lines: "M29.0 106.0L131.0 4.0", areas: "" });
  expect(layerPreview(layer([]))).toBeNull();
});
