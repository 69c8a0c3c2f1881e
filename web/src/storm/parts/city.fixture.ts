// A city whose list of facilities is read as from the service: pages, boxes, names, ids and changes. It counts what it sends.
import type { FacilityThreat, Proximity } from "../../data/lightning.ts";
import type { Status } from "../../status/status.ts";
import type { Coverage } from "./facility-reader.ts";
import { compareThreat } from "./threat-order.ts";

const AS_OF = Date.parse("2026-05-01T12:00:00Z");
const PAGE_LIMIT = 2_000;

export function facility(id: number, status: Status | null, more: Partial<Proximity> = {}): FacilityThreat {
  const proximity: Proximity = {
    status: status ?? "Clear",
    lastStrike: null,
    closest: null,
    countInWindow: 0,
    nearestInWindowMiles: null,
    allClearInMinutes: null,
    clearAt: null,
    policyId: 1,
    rings: [],
    ...more,
  };
  const name = `Facility ${String(id).padStart(5, "0")}`;
  return {
    facilityId: id,
    name,
    // One after another to the east.
    latLongPoint: status === null ? null : { lat: 34.5, lng: id / 1_000 },
    proximity: status === null ? null : proximity,
  };
}

/** Of a city with 5,000 facilities, of which 60 are loaded. */
export function coverage(more: Partial<Coverage> = {}): Coverage {
  return {
    wanted: { search: "", ids: [], rows: 60, bounds: null },
    all: 5_000,
    listed: new Set(Array.from({ length: 60 }, (_, index) => index + 1)),
    matching: 5_000,
    crowd: null,
    hasAll: { active: true, clearing: true },
    isByPolicies: true,
    ...more,
  };
}

interface Stored {
  facility: FacilityThreat;
  version: number;
}

export class FakeCity {
  readonly queries: URLSearchParams[] = [];
  bytes = 0;
  /** Another process of the service, or the same after a restart, has another one. */
  sequence = 1;
  /** At most this many changes are in one response. */
  changesLimit = PAGE_LIMIT;
  private version = 1;
  private seconds = 0;
  private readonly stored = new Map<number, Stored>();
  private removed: { id: number; version: number }[] = [];

  constructor(facilities: readonly FacilityThreat[]) {
    for (const one of facilities) this.stored.set(one.facilityId, { facility: one, version: this.version });
  }

  set(changed: FacilityThreat): void {
    this.version += 1;
    this.stored.set(changed.facilityId, { facility: changed, version: this.version });
  }

  remove(id: number): void {
    this.version += 1;
    this.stored.delete(id);
    this.removed.push({ id, version: this.version });
  }

  /** For `vi.stubGlobal`. */
  readonly fetch = async (url: string): Promise<Response> => {
    const query = new URLSearchParams(url.split("?")[1] ?? "");
    this.queries.push(query);
    this.seconds += 1;
    const text = JSON.stringify({
      asOf: new Date(AS_OF + this.seconds * 1_000).toISOString(),
      parameters: {},
      policies: [],
      feed: { healthy: true },
      ...(query.has("since") ? this.changes(query) : this.page(query)),
    });
    this.bytes += text.length;
    return new Response(text);
  };

  private page(query: URLSearchParams): object {
    const matching = this.matching(query).map(({ facility }) => facility);
    matching.sort(compareThreat);
    if (query.size === 0) return { facilities: matching };
    const facilities = matching.slice(0, Number(query.get("limit") ?? PAGE_LIMIT));
    return { facilities, total: matching.length, orderChanged: false };
  }

  private matching(query: URLSearchParams): Stored[] {
    const [word, ids] = [query.get("q")?.toLowerCase(), query.get("ids")?.split(",").map(Number)];
    return [...this.stored.values()].filter(
      ({ facility }) =>
        isInside(facility, query.get("bbox")) &&
        (word === undefined || facility.name.toLowerCase().includes(word)) &&
        (ids === undefined || ids.includes(facility.facilityId)),
    );
  }

  private changes(query: URLSearchParams): object {
    const [sequence, version, id, box] = (query.get("since") ?? "").split("|");
    const bbox = query.get("bbox") ?? "";
    const isDelta = Number(sequence) === this.sequence && box === bbox;
    const after = isDelta ? { version: Number(version), id: Number(id) } : { version: 0, id: 0 };
    const isLater = (one: { version: number; id: number }) =>
      one.version > after.version || (one.version === after.version && one.id > after.id);
    const existing = [...this.stored.values()].map(({ facility, version }) => ({
      version,
      id: facility.facilityId,
      facility: isInside(facility, bbox) ? facility : null,
    }));
    const gone = this.removed.map((one) => ({ ...one, facility: null }));
    const all = [...existing, ...gone].filter((one) => isLater(one) && (isDelta || one.facility !== null));
    all.sort((one, other) => one.version - other.version || one.id - other.id);
    const sent = all.slice(0, this.changesLimit);
    const hasMore = sent.length < all.length;
    const last = hasMore ? sent.at(-1) : { version: this.version, id: Number.MAX_SAFE_INTEGER };
    return {
      facilities: sent.flatMap(({ facility }) => facility ?? []),
      changes: {
        isDelta,
        removed: sent.filter(({ facility }) => facility === null).map(({ id }) => id),
        nextSince: [this.sequence, last?.version, last?.id, bbox].join("|"),
        hasMore,
        newestStrike: null,
      },
    };
  }
}

function isInside({ latLongPoint }: FacilityThreat, bbox: string | null): boolean {
  if (bbox === null || bbox === "") return true;
  const [west = 0, south = 0, east = 0, north = 0] = bbox.split(",").map(Number);
  if (latLongPoint === null) return false;
  const { lat, lng } = latLongPoint;
  return lng >= west && lng <= east && lat >= south && lat <= north;
}
