import { expect, test } from "vitest";
import { placeLabels, placeOnRing, type Wish } from "./labels.ts";

const screen = { width: 800, height: 600 };
const wish = (left: number, top: number): Wish => ({ left, top, radius: 10, width: 100, height: 20 });

test("a lone label stands at the right of its marker", () => {
  expect(placeLabels([wish(100, 100)], screen)).toEqual([{ left: 113, top: 90 }]);
});

test("at the edge it goes to the other side", () => {
  expect(placeLabels([wish(780, 100)], screen)).toEqual([{ left: 667, top: 90 }]);
});

test("the first is served first; the last has no room", () => {
  const crowd = Array.from({ length: 12 }, (_, index) => wish(400 + index, 300));
  const places = placeLabels(crowd, screen);
  expect(places[0]).not.toBeNull();
  expect(places.at(-1)).toBeNull();
});

test("nothing is written where buttons stand", () => {
  const covered = [{ left: 0, top: 0, right: 800, bottom: 600 }];
  expect(placeLabels([wish(100, 100)], screen, covered)).toEqual([null]);
});

test("what must be shown is shown, on the screen", () => {
  const covered = [{ left: 0, top: 0, right: 800, bottom: 600 }];
  expect(placeLabels([{ ...wish(780, 100), must: true }], screen, covered)).toEqual([{ left: 667, top: 90 }]);
});

test("no two labels overlap and none covers a marker, whatever the crowd", () => {
  let seed = 1;
  const chance = (): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const crowd = Array.from({ length: 300 }, () => ({
    ...wish(chance() * 800, chance() * 600),
    width: 40 + chance() * 120,
  }));
  const areas = placeLabels(crowd, screen).flatMap((place, index) => {
    const { width, height } = crowd[index] as Wish;
    return place === null ? [] : [{ ...place, right: place.left + width, bottom: place.top + height }];
  });
  expect(areas.length).toBeGreaterThan(20);
  const apart = (a: (typeof areas)[0], b: (typeof areas)[0]): boolean =>
    a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
  for (const [index, one] of areas.entries()) {
    expect(areas.slice(index + 1).every((other) => apart(one, other))).toBe(true);
  }
  for (const { left, top, radius } of crowd) {
    const marker = { left: left - radius, top: top - radius, right: left + radius, bottom: top + radius };
    expect(areas.every((area) => apart(area, marker))).toBe(true);
  }
});

test.each([
  ["above", { left: 400, top: 300, radius: 200 }, [], { left: 350, top: 90 }],
  [
    "at the upper edge when the ring leaves the screen",
    { left: 400, top: 300, radius: 400 },
    [],
    { left: 350, top: 10 },
  ],
  [
    "below what is covered above",
    { left: 400, top: 300, radius: 200 },
    [{ left: 300, top: 80, right: 500, bottom: 120 }],
    { left: 350, top: 490 },
  ],
  [
    "above, covered or not, when it is seen whole nowhere",
    { left: 400, top: 300, radius: 900 },
    [{ left: 0, top: 0, right: 800, bottom: 600 }],
    { left: 350, top: 10 },
  ],
])("the label of a ring stands %s", (_, ring, covered, place) => {
  expect(placeOnRing(ring, { width: 100, height: 20 }, screen, covered)).toMatchObject(place);
});
