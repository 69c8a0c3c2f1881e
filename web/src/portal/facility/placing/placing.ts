import type { ReactiveControllerHost } from "lit";
import type { PointPut } from "../../../map/point-map.ts";
import { type Point, type PointReading, readPoint } from "../feet.ts";

/** Keeps the two numbers of a form and the map beside it together. */
export class Placing {
  /** Whether the map could not be loaded; the form does without it. */
  isMissing = false;
  /** Null until somebody typed or pointed. */
  private reading: PointReading | null = null;
  private loading: Promise<unknown> | null = null;

  constructor(private readonly host: ReactiveControllerHost & HTMLElement) {}

  /** For those who may place something; the script of the map is large. */
  load(): void {
    this.loading ??= import("./define.ts").catch(() => {
      this.isMissing = true;
      this.host.requestUpdate();
    });
  }

  /** What the map marks: what stands in the fields, or nothing while it is no point. */
  point(stored: Point | null): Point | null {
    if (this.reading === null) return stored;
    return "point" in this.reading ? this.reading.point : null;
  }

  readonly typed = (): void => {
    this.reading = readPoint(this.field("x")?.value ?? "", this.field("y")?.value ?? "");
    this.host.requestUpdate();
  };

  readonly put = ({ at }: PointPut): void => {
    for (const axis of ["x", "y"] as const) {
      const field = this.field(axis);
      if (field !== null) field.value = String(at[axis]);
    }
    this.typed();
  };

  private field(axis: "x" | "y"): HTMLInputElement | null {
    return this.host.querySelector(`input[name="point.${axis}"]`);
  }
}
