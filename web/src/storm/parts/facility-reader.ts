// Reads the facilities that a page shows: all of them, or of a large city only parts.
import {
  type FacilitiesQuery,
  type FacilitiesReport,
  type FacilityPage,
  type FacilityThreat,
  readFacilities,
  readFacilityPage,
} from "../../data/lightning.ts";
import { commonTime } from "./report-time.ts";
import { compareThreat } from "./threat-order.ts";
import { ViewPart } from "./view-part.ts";

/** The list of a city with more facilities is too long to be read at every change. */
export const MAX_WHOLE_LIST = 2_000;
/** `limit`, `ids` and `q` allow no more. */
export const MAX_ROWS = 2_000;
const MAX_IDS = 200;
const MAX_SEARCH = 100;

/** What a page shows of a large city. */
export interface ListParams {
  search: string;
  /** Facilities that are shown wherever they are in the list. */
  ids: readonly number[];
  /** How many rows of the list. */
  rows: number;
}

export interface WantedParts extends ListParams {
  /** `bbox` of the map; null before it is shown. */
  bounds: string | null;
}

/** Which facilities of a large city are in a report. */
export interface Coverage {
  wanted: WantedParts;
  /** All facilities of the city. */
  all: number;
  /** Those of the list: the most threatened ones that match the search. The others are on the map or were chosen. */
  listed: ReadonlySet<number>;
  /** How many facilities match the search. */
  matching: number;
  /** How many facilities the map's box has, if not all of them were read; otherwise null. */
  crowd: number | null;
  /** Whether all facilities with the status were read. */
  hasAll: { active: boolean; clearing: boolean };
  /** Whether the statuses are those of the policies, by which the service counts. */
  isByPolicies: boolean;
}

export interface LoadedFacilities {
  report: FacilitiesReport;
  /** Null: the report has all facilities. */
  coverage: Coverage | null;
}

export class FacilityReader {
  private readonly view = new ViewPart();

  /** `count` is the number of facilities as far as it is known, `query` what makes the status another one than the live one. */
  async read(
    signal: AbortSignal,
    query: FacilitiesQuery,
    wanted: WantedParts,
    count: number,
  ): Promise<LoadedFacilities> {
    if (count <= MAX_WHOLE_LIST) return { report: await readFacilities(signal, query), coverage: null };
    const limit = Math.min(wanted.rows, MAX_ROWS);
    const search = wanted.search.trim().slice(0, MAX_SEARCH);
    const [top, found, view, chosen] = await Promise.all([
      readFacilityPage(signal, { ...query, limit }),
      search === "" ? null : readFacilityPage(signal, { ...query, q: search, limit }),
      wanted.bounds === null ? null : this.view.read(signal, wanted.bounds, query),
      Promise.all(inGroups(wanted.ids).map((ids) => readFacilityPage(signal, { ...query, ids: ids.join(",") }))),
    ]);
    const list = found ?? top;
    // A facility of the view may have an old `lastStrike`, which is not a change: it comes last.
    const parts = [...chosen, list, top, ...(view === null ? [] : [view.report])];
    const coverage: Coverage = {
      wanted,
      all: top.total,
      listed: new Set(list.facilities.map(({ facilityId }) => facilityId)),
      matching: list.total,
      crowd: view === null || view.total <= view.report.facilities.length ? null : view.total,
      hasAll: completeStatuses(top),
      isByPolicies: Object.keys(query).every((name) => name === "asOf"),
    };
    return { report: mergeParts(top, parts), coverage };
  }
}

/** The most threatened facilities come first: where they end with a status, there may be more with it. */
function completeStatuses({ facilities, total }: FacilityPage): Coverage["hasAll"] {
  const last = total <= facilities.length ? null : facilities.at(-1)?.proximity?.status;
  return { active: last !== "Active", clearing: last !== "Active" && last !== "Clearing" };
}

/** One report of all parts, as old as the oldest of them. A facility is that of the first part that has it. */
export function mergeParts(first: FacilitiesReport, parts: readonly FacilitiesReport[]): FacilitiesReport {
  const facilities = new Map<number, FacilityThreat>();
  for (const part of parts)
    for (const facility of part.facilities)
      if (!facilities.has(facility.facilityId)) facilities.set(facility.facilityId, facility);
  return { ...first, ...commonTime(first, parts), facilities: [...facilities.values()].sort(compareThreat) };
}

function inGroups(ids: readonly number[]): number[][] {
  const all = [...new Set(ids)];
  const groups: number[][] = [];
  for (let start = 0; start < all.length; start += MAX_IDS) groups.push(all.slice(start, start + MAX_IDS));
  return groups;
}
