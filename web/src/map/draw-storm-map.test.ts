import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { STATUS_COLORS } from "../status/colors.ts";
import type { DisplayStatus } from "../status/status.ts";
import { discUnion } from "./disc-union.ts";
import { drawStormMap, type StormCanvas } from "./draw-storm-map.ts";
import { recentStrikes } from "./recent-strikes.ts";
import type { Marker, Scene } from "./scene.ts";
import type { Sprite, Sprites } from "./sprites.ts";
import { NO_STRIKES, type StrikeColumns } from "./strikes.ts";

const MINUTE_MS = 60_000;
const NOW = Date.parse("2026-05-01T12:00:00Z");

interface Arc {
  left: number;
  top: number;
  radius: number;
}

/** A path and everything drawn with it. */
class FakePath {
  arcs: Arc[] = [];
  moveTo(): void {}
  arc(left: number, top: number, radius: number): void {
    this.arcs.push({ left, top, radius });
  }
}

/** Records rings and images. Positions of images are in device pixels. */
class FakeContext {
  rings: (Arc & { dash: number[]; color: string })[] = [];
  images: { name: string; left: number; top: number }[] = [];
  texts: string[] = [];
  rectangles: { left: number; top: number; color: string }[] = [];
  fills: Arc[][] = [];
  strokeStyle = "";
  fillStyle = "";
  private path = new FakePath();
  private dash: number[] = [];
  beginPath(): void {
    this.path = new FakePath();
  }
  arc(left: number, top: number, radius: number): void {
    this.path.arc(left, top, radius);
  }
  setLineDash(dash: number[]): void {
    this.dash = dash;
  }
  stroke(path = this.path): void {
    this.rings.push(...path.arcs.map((arc) => ({ ...arc, dash: this.dash, color: this.strokeStyle })));
  }
  fill(path = this.path): void {
    if (path.arcs.length > 0) this.fills.push(path.arcs);
  }
  drawImage(image: { name: string }, left: number, top: number): void {
    this.images.push({ name: image.name, left, top });
  }
  measureText(text: string): { width: number } {
    return { width: text.length * 7 };
  }
  fillRect(left: number, top: number): void {
    this.rectangles.push({ left, top, color: this.fillStyle });
  }
  fillText(text: string): void {
    this.texts.push(text);
  }
}

/** Every other call of a drawing context does nothing. */
function fakeContext(): FakeContext & CanvasRenderingContext2D {
  const known = new FakeContext();
  const ignore = (): void => {};
  return new Proxy(known, { get: (target, name) => Reflect.get(target, name) ?? ignore }) as FakeContext &
    CanvasRenderingContext2D;
}

const sprite = (name: string): Sprite => ({ image: { name } as unknown as HTMLCanvasElement, half: 4 });
const markerSprites = (size: string): Record<DisplayStatus, Sprite> => ({
  Active: sprite(`${size} Active`),
  Clearing: sprite(`${size} Clearing`),
  Clear: sprite(`${size} Clear`),
  Unknown: sprite(`${size} Unknown`),
});
const SPRITES: Sprites = {
  density: 2,
  scheme: "light",
  strikes: ["first kind", "second kind", "third kind"].map((kind) =>
    Array.from({ length: 12 }, (_, step) => sprite(`${kind}, step ${step}`)),
  ),
  markers: { large: markerSprites("large"), small: markerSprites("small") },
};

/** 100 feet per pixel; the origin is at 400, 300. */
function draw(scene: Partial<Scene>): FakeContext {
  const context = fakeContext();
  const view = { center: { x: 0, y: 0 }, feetPerPixel: 100, size: { width: 800, height: 600 } };
  const canvas: StormCanvas = {
    context,
    view,
    density: 2,
    scheme: "light",
    hasBackground: true,
    sprites: SPRITES,
    covered: [],
    widths: new Map(),
    showsClosest: true,
  };
  drawStormMap(canvas, {
    markers: [],
    strikes: NO_STRIKES,
    asOf: NOW,
    dangerMs: 30 * MINUTE_MS,
    historyMs: 8 * 60 * MINUTE_MS,
    dangerArea: [],
    recent: recentStrikes(NO_STRIKES, NOW, 0, []),
    closest: [],
    trail: [],
    drawnOf: null,
    selected: null,
    radiusText: "5,000 ft",
    ...scene,
  });
  return context;
}

const marker = (id: number, status: DisplayStatus, x = 0, y = 0): Marker => ({
  id,
  name: `Facility ${id}`,
  at: { x, y },
  status,
  radiusFeet: 5_000,
});

function strikes(all: { x: number; y: number; minutesAgo: number; kind: number }[]): StrikeColumns {
  return {
    count: all.length,
    x: Float64Array.from(all, ({ x }) => x),
    y: Float64Array.from(all, ({ y }) => y),
    at: Float64Array.from(all, ({ minutesAgo }) => NOW - minutesAgo * MINUTE_MS),
    kind: Uint8Array.from(all, ({ kind }) => kind),
    rows: [],
  };
}

beforeEach(() => vi.stubGlobal("Path2D", FakePath));
afterEach(() => vi.unstubAllGlobals());

test("the danger area is one path around strikes, not around facilities", () => {
  const disc = { x: 10_000, y: 5_000, radius: 5_000 };
  const { rings, fills } = draw({
    markers: [marker(1, "Active")],
    dangerArea: discUnion([disc, { ...disc, x: 12_000 }]),
  });
  expect(fills.length).toBe(1);
  const drawn = fills[0]?.map(({ left, top, radius }) => `${left} ${top} ${radius}`);
  expect(drawn?.sort()).toEqual(["500 250 50", "520 250 50"]);
  expect(rings.filter(({ left, top }) => left === 400 && top === 300)).toEqual([]);
});

test("the closest strikes have labels with age and distance", () => {
  const closest = [{ minutes: 5, at: { x: 2_000, y: 0 }, facility: { x: 0, y: 0 }, feet: 2.3 * 5280 }];
  expect(draw({ closest }).texts).toContain("5 min: 2.3 mi");
});

test("a name has a stripe toward its marker, in the color of its status", () => {
  const { rectangles } = draw({ markers: [marker(1, "Active"), marker(2, "Clear", 39_000, 10_000)] });
  const [active, clear] = ["Active" as const, "Clear" as const].map((status) =>
    rectangles.find(({ color }) => color === STATUS_COLORS.light[status].solid),
  );
  // The label of the first one is to the right of its marker, that of the other, at the edge, to the left.
  expect(active?.left).toBeGreaterThan(400);
  expect(clear?.left).toBeGreaterThan(700);
  expect(clear?.left).toBeLessThan(790);
});

test("the selected facility has one ring with the radius as its label", () => {
  const { rings, texts } = draw({ markers: [marker(1, "Clear")], selected: 1 });
  expect(new Set(rings.map(({ left, top, radius }) => `${left} ${top} ${radius}`))).toEqual(new Set(["400 300 50"]));
  expect(texts).toContain("5,000 ft");
});

test("each strike in the history window is a dot in device pixels, oldest first", () => {
  const { images } = draw({
    strikes: strikes([
      { x: 0, y: 0, minutesAgo: 481, kind: 0 },
      { x: 1_000, y: 2_000, minutesAgo: 480, kind: 2 },
      { x: 0, y: 0, minutesAgo: 0, kind: 1 },
      { x: 0, y: 0, minutesAgo: -1, kind: 0 },
      { x: 900_000, y: 0, minutesAgo: -2, kind: 0 },
    ]),
  });
  expect(images).toEqual([
    { name: expect.stringContaining("third kind"), left: 816, top: 556 },
    { name: "second kind, step 0", left: 796, top: 596 },
  ]);
});

test("a facility is drawn over the strikes, with its status and name", () => {
  const { images, texts } = draw({
    markers: [marker(1, "Unknown")],
    strikes: strikes([{ x: 0, y: 0, minutesAgo: 1, kind: 0 }]),
  });
  expect(images.map(({ name }) => name)).toEqual([expect.stringContaining("first kind"), "large Unknown"]);
  expect(texts).toContain("Facility 1");
});
