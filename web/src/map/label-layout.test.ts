import { expect, test } from "vitest";
import { type LabelRequest, layoutLabels, layoutRingLabel, sideOfMarker } from "./label-layout.ts";

const screen = { width: 800, height: 600 };
const request = (left: number, top: number): LabelRequest => ({ left, top, radius: 10, width: 100, height: 20 });

test("a label is to the right of its marker", () => {
  expect(layoutLabels([request(100, 100)], screen)).toEqual([{ left: 113, top: 90 }]);
});

test("at the edge a label moves to the other side", () => {
  expect(layoutLabels([request(780, 100)], screen)).toEqual([{ left: 667, top: 90 }]);
});

test.each([
  [{ left: 113, top: 90 }, "left"],
  [{ left: -13, top: 90 }, "right"],
  [{ left: 50, top: 113 }, "top"],
  [{ left: 50, top: 67 }, "bottom"],
])("the marker of the label at %o is on its side: %s", (label, side) => {
  expect(sideOfMarker(request(100, 100), label)).toBe(side);
});

test("the first label wins; the last finds no space", () => {
  const crowd = Array.from({ length: 12 }, (_, index) => request(400 + index, 300));
  const positions = layoutLabels(crowd, screen);
  expect(positions[0]).not.toBeNull();
  expect(positions.at(-1)).toBeNull();
});

test("no label covers a button", () => {
  const covered = [{ left: 0, top: 0, right: 800, bottom: 600 }];
  expect(layoutLabels([request(100, 100)], screen, covered)).toEqual([null]);
});

test("a required label is shown, on the screen", () => {
  const covered = [{ left: 0, top: 0, right: 800, bottom: 600 }];
  expect(layoutLabels([{ ...request(780, 100), isRequired: true }], screen, covered)).toEqual([{ left: 667, top: 90 }]);
});

test("no two labels overlap and none covers a marker", () => {
  let seed = 1;
  const random = (): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const crowd = Array.from({ length: 300 }, () => ({
    ...request(random() * 800, random() * 600),
    width: 40 + random() * 120,
  }));
  const areas = layoutLabels(crowd, screen).flatMap((position, index) => {
    const { width, height } = crowd[index] as LabelRequest;
    return position === null ? [] : [{ ...position, right: position.left + width, bottom: position.top + height }];
  });
  expect(areas.length).toBeGreaterThan(20);
  const isDisjoint = (a: (typeof areas)[0], b: (typeof areas)[0]): boolean =>
    a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
  for (const [index, one] of areas.entries()) {
    expect(areas.slice(index + 1).every((other) => isDisjoint(one, other))).toBe(true);
  }
  for (const { left, top, radius } of crowd) {
    const marker = { left: left - radius, top: top - radius, right: left + radius, bottom: top + radius };
    expect(areas.every((area) => isDisjoint(area, marker))).toBe(true);
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
    "above, covered or not, when it is fully visible nowhere",
    { left: 400, top: 300, radius: 900 },
    [{ left: 0, top: 0, right: 800, bottom: 600 }],
    { left: 350, top: 10 },
  ],
])("the label of a ring is %s", (_, ring, covered, position) => {
  expect(layoutRingLabel(ring, { width: 100, height: 20 }, screen, covered)).toMatchObject(position);
});
