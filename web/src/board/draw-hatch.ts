// Hatches parts of a chart in which nobody watched.

const GAP = 7;

export interface HatchArea {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** In device pixels. */
export function drawHatch(context: CanvasRenderingContext2D, area: HatchArea, color: string, density: number): void {
  const { left, top, width, height } = area;
  context.save();
  context.beginPath();
  context.rect(left, top, width, height);
  context.clip();
  context.beginPath();
  for (let x = left - height; x < left + width; x += GAP * density) {
    context.moveTo(x, top + height);
    context.lineTo(x + height, top);
  }
  context.strokeStyle = color;
  context.lineWidth = 1.5 * density;
  context.globalAlpha = 0.55;
  context.stroke();
  context.restore();
}
