import { afterEach, expect, test, vi } from "vitest";
import { body, proximity } from "../element/response.fixture.ts";
import type { Strike } from "../map/strikes.ts";
import type { Schemas } from "./contract.ts";
import { type City, type CityStatus, type FacilitiesReport, readFacilities } from "./lightning.ts";
import { RequestFailed } from "./public-api.ts";

/** As loose as the OpenAPI document: a status is any string, and nullable fields are optional. */
type Loose<T> = T extends string
  ? string
  : T extends readonly (infer Each)[]
    ? readonly Loose<Each>[]
    : T extends object
      ? { [Key in keyof T as null extends T[Key] ? never : Key]: Loose<T[Key]> } & {
          [Key in keyof T as null extends T[Key] ? Key : never]?: Loose<T[Key]>;
        }
      : T;

/** Checked by the compiler. */
function fits<Wanted>(_given: Wanted): true {
  return true;
}

afterEach(() => vi.unstubAllGlobals());

function serve(facilities: unknown[]): void {
  const { asOf, parameters, feed } = body();
  vi.stubGlobal("fetch", async () => Response.json({ asOf, parameters, feed, facilities }));
}

test("the screen types match the OpenAPI document", () => {
  const documented = {} as {
    city: Schemas["CityView"];
    facilities: Schemas["FacilitiesView"];
    status: Schemas["StatusView"];
    strike: Schemas["StrikeView"];
  };
  expect(fits<Loose<City>>(documented.city)).toBe(true);
  expect(fits<Loose<FacilitiesReport>>(documented.facilities)).toBe(true);
  expect(fits<Loose<CityStatus>>(documented.status)).toBe(true);
  expect(fits<Strike>(documented.strike)).toBe(true);
});

test("facilities keep their order, with and without a proximity", async () => {
  const pool = { facilityId: 1, name: "Maple Pool", latLongPoint: { lat: 41, lng: -88 }, proximity: proximity() };
  const unplaced = { facilityId: 2, name: "Van", latLongPoint: null, proximity: null };
  serve([pool, unplaced]);
  expect((await readFacilities(new AbortController().signal)).facilities).toEqual([pool, unplaced]);
});

test("a proximity that is left out is null", async () => {
  serve([{ facilityId: 3, name: "Shed" }]);
  expect((await readFacilities(new AbortController().signal)).facilities).toEqual([
    { facilityId: 3, name: "Shed", proximity: null },
  ]);
});

test("a report with an unknown status is treated as failed", async () => {
  serve([{ facilityId: 1, name: "Maple Pool", latLongPoint: null, proximity: proximity({ status: "Safe" }) }]);
  await expect(readFacilities(new AbortController().signal)).rejects.toBeInstanceOf(RequestFailed);
});
