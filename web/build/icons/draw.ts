// Draws the icon of the app, as in src/icon.svg, without an image library. Pure.

export interface IconShape {
  /** In pixels. */
  size: number;
  /** The radius of the corners, of a drawing that is 40 wide. */
  radius: number;
  /** How much of the drawing the bolt keeps. Launchers cut off the edges of some icons. */
  scale: number;
}

type Point = readonly [x: number, y: number];

const WIDTH = 40;
const BOLT: readonly Point[] = [
  [23, 4],
  [9, 23],
  [18, 23],
  [15, 36],
  [31, 16],
  [21, 16],
];
const GROUND = [0x14, 0x23, 0x3b] as const;
const LIGHT = [0xff, 0xc9, 0x28] as const;
/** Samples per pixel and direction, for smooth edges. */
const SAMPLES = 4;

/** Red, green, blue and alpha of each pixel, row by row. */
export function drawIcon({ size, radius, scale }: IconShape): Uint8Array {
  const pixels = new Uint8Array(size * size * 4);
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) pixels.set(drawPixel(x, y, { size, radius, scale }), (y * size + x) * 4);
  }
  return pixels;
}

function drawPixel(x: number, y: number, { size, radius, scale }: IconShape): number[] {
  let [ground, bolt] = [0, 0];
  for (let index = 0; index < SAMPLES * SAMPLES; index++) {
    const point: Point = [
      ((x + ((index % SAMPLES) + 0.5) / SAMPLES) * WIDTH) / size,
      ((y + (Math.floor(index / SAMPLES) + 0.5) / SAMPLES) * WIDTH) / size,
    ];
    if (!isInSquare(point, radius)) continue;
    ground += 1;
    if (isInBolt(point.map((value) => WIDTH / 2 + (value - WIDTH / 2) / scale) as unknown as Point)) bolt += 1;
  }
  const share = ground === 0 ? 0 : bolt / ground;
  const color = GROUND.map((value, channel) => Math.round(value + ((LIGHT[channel] ?? 0) - value) * share));
  return [...color, Math.round((255 * ground) / (SAMPLES * SAMPLES))];
}

function isInSquare([x, y]: Point, radius: number): boolean {
  const fromCorner = (value: number) => Math.max(0, radius - value, value - (WIDTH - radius));
  return Math.hypot(fromCorner(x), fromCorner(y)) <= radius || radius === 0;
}

/** A point is inside if a ray from it crosses the outline an odd number of times. */
function isInBolt([x, y]: Point): boolean {
  let isInside = false;
  BOLT.forEach(([x1, y1], index) => {
    const [x2, y2] = BOLT[(index + 1) % BOLT.length] as Point;
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) isInside = !isInside;
  });
  return isInside;
}
