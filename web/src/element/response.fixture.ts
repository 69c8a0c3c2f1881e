// A service response for tests.

export const AS_OF = "2026-11-15T20:03:11Z";

type JsonFields = Record<string, unknown>;

export function proximity(more: JsonFields = {}): JsonFields {
  return {
    status: "Active",
    lastStrike: {
      distanceMiles: 2.345,
      ageMinutes: 4.2,
      timestamp: "2026-11-15T19:59:00Z",
      type: "CG",
      kind: "ground",
    },
    closest: { distanceMiles: 1.1, timestamp: "2026-11-15T19:50:00Z", type: "IC", kind: "cloud" },
    countInWindow: 3,
    allClearInMinutes: null,
    clearAt: "2026-11-15T20:29:00Z",
    ...more,
  };
}

export function body(more: JsonFields = {}, block: JsonFields | null = proximity()): JsonFields {
  return {
    asOf: AS_OF,
    parameters: { radiusMiles: 8, dangerMinutes: 30, allClearMinutes: 30, historyHours: 8 },
    feed: { healthy: true, reason: null, lastCheckedAt: AS_OF, lastStrikeAt: "2026-11-15T19:59:00Z" },
    facilityId: 12,
    name: "Maple Pool",
    timezone: "America/Chicago",
    proximity: block,
    ...more,
  };
}

export const clearProximity = (): JsonFields =>
  proximity({ status: "Clear", lastStrike: null, closest: null, countInWindow: 0, clearAt: null });
