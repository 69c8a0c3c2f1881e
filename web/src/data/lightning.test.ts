import { expect, test } from "vitest";
import type { Schemas } from "./client.ts";
import type { City, CityStatus, FacilitiesAnswer } from "./lightning.ts";

/** The document says no more of a status than that it is a word, and lets what may be null be left out. */
type Loose<T> = T extends string
  ? string
  : T extends readonly (infer Each)[]
    ? readonly Loose<Each>[]
    : T extends object
      ? { [Key in keyof T as null extends T[Key] ? never : Key]: Loose<T[Key]> } & {
          [Key in keyof T as null extends T[Key] ? Key : never]?: Loose<T[Key]>;
        }
      : T;

/** Held by the compiler: what the service's document promises is what the screens rely on. */
function fits<Wanted>(_given: Wanted): true {
  return true;
}

test("the screens rely on nothing that the service does not promise", () => {
  const answers = {} as {
    city: Schemas["CityView"];
    facilities: Schemas["FacilitiesView"];
    status: Schemas["StatusView"];
  };
  expect(fits<Loose<City>>(answers.city)).toBe(true);
  expect(fits<Loose<FacilitiesAnswer>>(answers.facilities)).toBe(true);
  expect(fits<Loose<CityStatus>>(answers.status)).toBe(true);
});
