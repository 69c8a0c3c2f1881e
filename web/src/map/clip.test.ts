import { expect, test } from "vitest";
import { clipLine, clipRing, type Position } from "./clip.ts";

const BOX = { west: 0, south: 0, east: 10, north: 10 };

test.each<[string, Position[], Position[][]]>([
  [
    "inside",
    [
      [1, 1],
      [2, 3],
    ],
    [
      [
        [1, 1],
        [2, 3],
      ],
    ],
  ],
  [
    "outside",
    [
      [-1, 1],
      [-2, 3],
    ],
    [],
  ],
  [
    "past a corner",
    [
      [-1, 10],
      [1, 13],
    ],
    [],
  ],
  [
    "entering",
    [
      [-5, 5],
      [5, 5],
      [6, 6],
    ],
    [
      [
        [0, 5],
        [5, 5],
        [6, 6],
      ],
    ],
  ],
  [
    "leaving and returning",
    [
      [5, 5],
      [15, 5],
      [15, 6],
      [5, 6],
    ],
    [
      [
        [5, 5],
        [10, 5],
      ],
      [
        [10, 6],
        [5, 6],
      ],
    ],
  ],
  [
    "across",
    [
      [-5, 5],
      [15, 5],
    ],
    [
      [
        [0, 5],
        [10, 5],
      ],
    ],
  ],
  [
    "along the edge",
    [
      [0, 2],
      [0, 4],
    ],
    [
      [
        [0, 2],
        [0, 4],
      ],
    ],
  ],
])("a line %s is cut at the edges", (_name, line, expected) => {
  expect(clipLine(line, BOX)).toEqual(expected);
});

test("an area is cut at the edges", () => {
  const square: Position[] = [
    [-5, 5],
    [5, 5],
    [5, 15],
    [-5, 15],
    [-5, 5],
  ];
  const clipped = clipRing(square, BOX);
  const corners = new Set(clipped.map(([lng, lat]) => `${lng} ${lat}`));
  expect(corners).toEqual(new Set(["0 5", "5 5", "5 10", "0 10"]));
  expect(
    clipRing(
      [
        [20, 20],
        [30, 20],
        [30, 30],
        [20, 20],
      ],
      BOX,
    ),
  ).toEqual([]);
});

test("nothing that is left is outside", () => {
  let seed = 7;
  const random = (): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return (seed / 2 ** 31) * 60 - 30;
  };
  let parts = 0;
  for (let round = 0; round < 500; round += 1) {
    const line = Array.from({ length: 8 }, (): Position => [random(), random()]);
    for (const part of clipLine(line, BOX)) {
      parts += 1;
      expect(part.length).toBeGreaterThan(1);
      for (const value of part.flat()) expect(value).toBe(Math.min(10, Math.max(0, value)));
    }
  }
  expect(parts).toBeGreaterThan(500);
});
