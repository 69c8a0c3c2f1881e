// The facilities inside a box. What is in a small box is kept and updated by changes; of a large one only the most threatened are read.
import {
  type FacilitiesQuery,
  type FacilitiesReport,
  type FacilityChanges,
  type FacilityThreat,
  readFacilityChanges,
  readFacilityPage,
} from "../../data/lightning.ts";
import { RequestFailed } from "../../data/public-api.ts";

/** More facilities would cover each other on the map. One response has as many. */
const MAX_KEPT = 2_000;
/** Of a box with more. */
const CROWD_ROWS = 500;
/** Changes come in responses of 2,000. More in one poll means that reading is slower than changing. */
const MAX_ROUNDS = 10;

export interface ViewFacilities {
  report: FacilitiesReport;
  /** How many facilities are inside, also those that were not read. */
  total: number;
}

/** A box and what is known about it. */
export interface KeptBox {
  bbox: string;
  /** The position in the service's changes. */
  since: string;
  facilities: ReadonlyMap<number, FacilityThreat>;
}

export class ViewPart {
  private kept: KeptBox | null = null;

  /** `query` has what makes the status another one than the live one by the policies. */
  async read(signal: AbortSignal, bbox: string, query: FacilitiesQuery): Promise<ViewFacilities> {
    // The service has changes of the live status only, and evaluates every other one for each request.
    const isLive = Object.keys(query).length === 0;
    if (isLive && this.kept?.bbox === bbox) return this.readChanges(signal, this.kept);
    if (isLive && (await readFacilityPage(signal, { bbox, limit: 1 })).total <= MAX_KEPT)
      return this.readChanges(signal, { bbox, since: "0", facilities: new Map() });
    const report = await readFacilityPage(signal, { ...query, bbox, limit: CROWD_ROWS });
    return { report, total: report.total };
  }

  private async readChanges(signal: AbortSignal, start: KeptBox): Promise<ViewFacilities> {
    let box = start;
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const report = await readFacilityChanges(signal, { bbox: box.bbox, since: box.since });
      box = withChanges(box, report);
      if (!report.changes.hasMore) {
        const { size } = box.facilities;
        // So many were added that the next poll must not keep them.
        this.kept = size > MAX_KEPT ? null : box;
        return { report: { ...report, facilities: [...box.facilities.values()] }, total: size };
      }
    }
    this.kept = null;
    throw new RequestFailed(null, null, null);
  }
}

/** What is known after a response. */
export function withChanges(box: KeptBox, { changes, facilities }: FacilityChanges): KeptBox {
  const { isDelta, removed, nextSince } = changes;
  const known = new Map(isDelta ? box.facilities : []);
  for (const id of removed) known.delete(id);
  for (const facility of facilities) known.set(facility.facilityId, facility);
  return { ...box, since: nextSince, facilities: known };
}
