// Notices changes of status, whether they came with an answer or because one grew too old.
import { type Change, changes, type Shown } from "./changes.ts";
import type { Row } from "./summary.ts";

export class Noticing {
  private last: Shown[] = [];

  /** What has changed since the last call; nothing at the first. */
  look(rows: readonly Row[]): Change[] {
    const shown = rows.map(({ facility, standing }) => ({ id: facility.facilityId, name: facility.name, standing }));
    const found = changes(this.last, shown);
    this.last = shown;
    return found;
  }

  /** The next look is the first one again: what is shown now is of another time. */
  forget(): void {
    this.last = [];
  }
}
