// Draws the ground into a picture. Frames that show a part of it, such as those of fading strikes, copy it.
import { type GroundLayer, type GroundState, nextPicture, picturePosition } from "./ground.ts";
import { type GroundStyle, groundStyle } from "./ground-style.ts";
import type { Feet, MapView, Pixel } from "./view.ts";

const RIM_PIXELS = 2;

interface GroundPaths {
  areas: Path2D;
  lines: Path2D;
}

export class GroundCanvas {
  private readonly paths = new WeakMap<GroundLayer, GroundPaths>();
  private picture: CanvasRenderingContext2D | null = null;
  private drawn: { state: GroundState; count: number } | null = null;

  /** Returns how many layers are drawn. */
  draw(target: CanvasRenderingContext2D, state: GroundState): number {
    if (state.layers.length === 0) return 0;
    this.picture ??= document.createElement("canvas").getContext("2d");
    const { picture } = this;
    if (picture === null) return 0;
    let position = this.drawn === null ? null : picturePosition(this.drawn.state, state);
    if (this.drawn === null || position === null) {
      const next = nextPicture(this.drawn?.state ?? null, state);
      this.drawn = { state: next, count: this.paint(picture, next) };
      position = picturePosition(next, state);
    }
    if (this.drawn.count > 0 && position !== null) copy(picture, target, position, state.density);
    return this.drawn.count;
  }

  private paint(context: CanvasRenderingContext2D, state: GroundState): number {
    const { layers, view, density, scheme, hasPhotos } = state;
    const [width, height] = [Math.round(view.size.width * density), Math.round(view.size.height * density)];
    // Setting the size clears the canvas and is slow.
    if (context.canvas.width !== width) context.canvas.width = width;
    if (context.canvas.height !== height) context.canvas.height = height;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, width, height);
    let count = 0;
    for (const layer of layers) {
      const style = groundStyle(layer.kind, scheme, hasPhotos, view.feetPerPixel);
      if (style === null) continue;
      moveTo(context, view, layer.origin, density);
      paintLayer(context, this.pathsOf(layer), style, view.feetPerPixel);
      count += 1;
    }
    return count;
  }

  private pathsOf(layer: GroundLayer): GroundPaths {
    const known = this.paths.get(layer);
    if (known !== undefined) return known;
    const paths = { areas: toPath(layer.rings, layer.origin, true), lines: toPath(layer.lines, layer.origin, false) };
    this.paths.set(layer, paths);
    return paths;
  }
}

/** On whole device pixels, so that lines stay sharp. */
function copy(
  picture: CanvasRenderingContext2D,
  target: CanvasRenderingContext2D,
  { left, top }: Pixel,
  density: number,
): void {
  target.save();
  target.setTransform(1, 0, 0, 1, 0, 0);
  target.drawImage(picture.canvas, Math.round(left * density), Math.round(top * density));
  target.restore();
}

/** From now on coordinates are feet from the origin, with y down. */
function moveTo(
  context: CanvasRenderingContext2D,
  { center, feetPerPixel, size }: MapView,
  origin: Feet,
  density: number,
): void {
  const scale = density / feetPerPixel;
  const left = (density * size.width) / 2 + (origin.x - center.x) * scale;
  const top = (density * size.height) / 2 + (center.y - origin.y) * scale;
  context.setTransform(scale, 0, 0, scale, left, top);
}

function paintLayer(
  context: CanvasRenderingContext2D,
  { areas, lines }: GroundPaths,
  { fill, stroke, rim, width, dash }: GroundStyle,
  feetPerPixel: number,
): void {
  if (fill !== null) {
    context.fillStyle = fill;
    context.fill(areas, "nonzero");
  }
  context.lineJoin = "round";
  context.lineCap = dash.length === 0 ? "round" : "butt";
  if (rim !== null) {
    context.setLineDash([]);
    context.lineWidth = (width + RIM_PIXELS) * feetPerPixel;
    context.strokeStyle = rim;
    context.stroke(lines);
  }
  if (stroke !== null) {
    context.setLineDash(dash.map((pixels) => pixels * feetPerPixel));
    context.lineWidth = width * feetPerPixel;
    context.strokeStyle = stroke;
    context.stroke(lines);
  }
}

function toPath(parts: readonly (readonly Feet[])[], origin: Feet, isClosed: boolean): Path2D {
  const path = new Path2D();
  for (const part of parts) {
    part.forEach(({ x, y }, index) => {
      if (index === 0) path.moveTo(x - origin.x, origin.y - y);
      else path.lineTo(x - origin.x, origin.y - y);
    });
    if (isClosed) path.closePath();
  }
  return path;
}
