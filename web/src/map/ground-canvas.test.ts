import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { GroundLayer, GroundState } from "./ground.ts";
import { GroundCanvas } from "./ground-canvas.ts";

/** Records what is drawn. */
class FakeContext {
  canvas = { width: 0, height: 0 };
  transform: number[] = [];
  fills = 0;
  /** In CSS pixels. */
  strokes: number[] = [];
  images = 0;
  lineWidth = 0;
  save(): void {}
  restore(): void {}
  clearRect(): void {}
  setLineDash(): void {}
  setTransform(...transform: number[]): void {
    this.transform = transform;
  }
  fill(): void {
    this.fills += 1;
  }
  stroke(): void {
    this.strokes.push(this.lineWidth * (this.transform[0] as number));
  }
  drawImage(): void {
    this.images += 1;
  }
}

class FakePath {
  moveTo(): void {}
  lineTo(): void {}
  closePath(): void {}
}

let picture: FakeContext;
let target: FakeContext;

beforeEach(() => {
  [picture, target] = [new FakeContext(), new FakeContext()];
  vi.stubGlobal("Path2D", FakePath);
  vi.stubGlobal("document", { createElement: () => ({ getContext: () => picture }) });
});

afterEach(() => vi.unstubAllGlobals());

const SQUARE = [
  { x: 0, y: 0 },
  { x: 9, y: 0 },
  { x: 9, y: 9 },
];

function layer(kind: GroundLayer["kind"]): GroundLayer {
  return { kind, origin: { x: 100, y: 200 }, lines: [SQUARE], rings: [SQUARE] };
}

function state(layers: GroundLayer[]): GroundState {
  const view = { center: { x: 100, y: 200 }, feetPerPixel: 50, size: { width: 400, height: 300 } };
  return { layers, view, density: 1, scheme: "light", hasPhotos: false };
}

function draw(canvas: GroundCanvas, given: GroundState): number {
  return canvas.draw(target as unknown as CanvasRenderingContext2D, given);
}

test("the same view is drawn once and copied afterwards", () => {
  const canvas = new GroundCanvas();
  const given = state([layer("water"), layer("boundary")]);
  for (let frame = 0; frame < 3; frame += 1) expect(draw(canvas, given)).toBe(2);
  expect([picture.fills, picture.strokes.length, target.images]).toEqual([1, 2, 3]);
  expect(draw(canvas, { ...given, hasPhotos: true })).toBe(1);
  expect(picture.fills).toBe(1);
});

test("a moving map is drawn again only when it leaves the picture", () => {
  const canvas = new GroundCanvas();
  const given = state([layer("water")]);
  for (let step = 0; step < 10; step += 1) {
    const center = { x: given.view.center.x + step * 500, y: given.view.center.y };
    draw(canvas, { ...given, view: { ...given.view, center } });
  }
  // At first without a margin, then with 100 pixels on each side for steps of 10 pixels.
  expect([picture.fills, target.images]).toEqual([2, 10]);
});

test("widths are in pixels, and the origin is where the view shows it", () => {
  draw(new GroundCanvas(), state([layer("boundary")]));
  expect(picture.strokes).toEqual([1.5]);
  expect(picture.transform).toEqual([1 / 50, 0, 0, 1 / 50, 200, 150]);
});

test("without layers nothing is drawn", () => {
  expect(draw(new GroundCanvas(), state([]))).toBe(0);
  expect(target.images).toBe(0);
});
