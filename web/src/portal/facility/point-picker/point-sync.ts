import type { ReactiveControllerHost } from "lit";
import type { PointPlaced } from "../../../map/point-map.ts";
import { type ParsedPoint, type Point, parsePoint } from "../point-input.ts";

/** Synchronizes the two number fields of a form with the map. */
export class PointSync {
  /** The map could not be loaded; the form works without it. */
  isMapMissing = false;
  /** Null until the user types or places a point. */
  private parsed: ParsedPoint | null = null;
  private loading: Promise<unknown> | null = null;

  constructor(private readonly host: ReactiveControllerHost & HTMLElement) {}

  /** Only for users who may edit: the map's script is large. */
  loadMap(): void {
    this.loading ??= import("./define.ts").catch(() => {
      this.isMapMissing = true;
      this.host.requestUpdate();
    });
  }

  /** The point in the fields; null while they hold none. */
  point(stored: Point | null): Point | null {
    if (this.parsed === null) return stored;
    return "point" in this.parsed ? this.parsed.point : null;
  }

  /** After saving: the fields show what was stored. */
  reset(): void {
    this.parsed = null;
    const position = this.host.querySelector<HTMLInputElement>('input[name="position"]');
    if (position !== null) position.value = "";
  }

  readonly typed = (): void => {
    this.parsed = parsePoint(this.field("x")?.value ?? "", this.field("y")?.value ?? "");
    this.host.requestUpdate();
  };

  readonly placed = ({ at }: PointPlaced): void => {
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
