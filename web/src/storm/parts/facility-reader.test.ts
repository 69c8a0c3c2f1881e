import { afterEach, expect, test, vi } from "vitest";
import { RequestFailed } from "../../data/public-api.ts";
import { FakeCity, facility } from "./city.fixture.ts";
import { FacilityReader, MAX_WHOLE_LIST, mergeParts, type WantedParts } from "./facility-reader.ts";

const { signal } = new AbortController();
const NOTHING: WantedParts = { search: "", ids: [], rows: 60, bounds: null };
const LARGE = 20_000;

afterEach(() => vi.unstubAllGlobals());

/** All Clear but the first 100. */
function serve(count: number): FakeCity {
  const all = Array.from({ length: count }, (_, index) => facility(index + 1, index < 100 ? "Active" : "Clear"));
  const city = new FakeCity(all);
  vi.stubGlobal("fetch", city.fetch);
  return city;
}

const read = (count: number, wanted: Partial<WantedParts> = {}, query = {}) =>
  new FacilityReader().read(signal, query, { ...NOTHING, ...wanted }, count);

const shownIds = (facilities: readonly { facilityId: number }[]) => facilities.map(({ facilityId }) => facilityId);

test.each([0, 1, MAX_WHOLE_LIST])("a city with %d facilities is read whole, in one request", async (count) => {
  const city = serve(count);
  const { report, coverage } = await read(count, { search: "0001", ids: [1], bounds: "0,34,1,35" });
  expect(city.queries.map(String)).toEqual([""]);
  expect([report.facilities.length, coverage]).toEqual([count, null]);
});

test("of a large city only the first rows are read", async () => {
  const city = serve(LARGE);
  const { report, coverage } = await read(LARGE);
  expect(city.queries.map(String)).toEqual(["limit=60"]);
  expect(shownIds(report.facilities)).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
  expect(coverage).toMatchObject({ all: LARGE, matching: LARGE, crowd: null });
  expect(coverage?.listed.size).toBe(60);
  expect(city.bytes).toBeLessThan(60 * 500);
});

test("more rows are one longer page, so that a changed order leaves no gap", async () => {
  const city = serve(LARGE);
  const { coverage } = await read(LARGE, { rows: 260 });
  await read(LARGE, { rows: 9_999 });
  expect(city.queries.map(String)).toEqual(["limit=260", "limit=2000"]);
  expect(coverage?.listed.size).toBe(260);
});

test("a search lists what the service finds, next to the most threatened", async () => {
  serve(LARGE);
  const { report, coverage } = await read(LARGE, { search: " 0777 " });
  expect([...(coverage?.listed ?? [])]).toEqual([
    777, 7770, 7771, 7772, 7773, 7774, 7775, 7776, 7777, 7778, 7779, 10777,
  ]);
  expect(coverage?.matching).toBe(12);
  expect(report.facilities[0]?.facilityId).toBe(1);
});

test("chosen facilities are read wherever they are in the list, 200 in a request", async () => {
  const city = serve(LARGE);
  const ids = Array.from({ length: 201 }, (_, index) => LARGE - index);
  const { report, coverage } = await read(LARGE, { ids: [...ids, ...ids] });
  const requested = city.queries.flatMap((query) => query.get("ids")?.split(",").length ?? []);
  expect(requested).toEqual([200, 1]);
  expect(shownIds(report.facilities)).toEqual(expect.arrayContaining(ids));
  expect(coverage?.listed.has(LARGE)).toBe(false);
});

test("thresholds and the past are in every request", async () => {
  const city = serve(LARGE);
  const asOf = "2026-05-01T11:00:00Z";
  await read(LARGE, { search: "0001", ids: [1], bounds: "0,34,1,35" }, { radiusMiles: 3, asOf });
  expect(city.queries).toHaveLength(4);
  for (const query of city.queries) {
    expect([query.get("radiusMiles"), query.get("asOf")], String(query)).toEqual(["3", asOf]);
    expect(query.has("since"), String(query)).toBe(false);
  }
});

test("the report is as old as its oldest part, and has each facility once", () => {
  const part = (asOf: string, ...facilities: ReturnType<typeof facility>[]) =>
    ({ asOf, feed: { healthy: true }, facilities }) as never;
  const fresh = facility(2, "Active", { nearestInWindowMiles: 1 });
  const parts = [
    part("2026-05-01T12:00:03Z", fresh),
    part("2026-05-01T12:00:01Z", facility(2, "Clear"), facility(3, null)),
    part("2026-05-01T12:00:02Z", facility(1, "Clearing")),
  ] as const;
  const merged = mergeParts(parts[0], parts);
  expect([merged.asOf, merged.feed.healthy]).toEqual(["2026-05-01T12:00:01Z", true]);
  expect(merged.facilities).toEqual([fresh, facility(1, "Clearing"), facility(3, null)]);
});

test.each<[number, number, boolean, boolean]>([
  [59, 0, true, true],
  [60, 0, false, false],
  [0, 60, true, false],
  [30, 29, true, true],
  [30, 40, true, false],
])(
  "of %d Active and %d Clearing facilities the first 60 rows have all",
  async (active, clearing, hasActive, hasClearing) => {
    const status = (index: number) => (index < active ? "Active" : index < active + clearing ? "Clearing" : "Clear");
    const city = new FakeCity(Array.from({ length: LARGE }, (_, index) => facility(index + 1, status(index))));
    vi.stubGlobal("fetch", city.fetch);
    const { coverage } = await read(LARGE);
    expect(coverage?.hasAll).toEqual({ active: hasActive, clearing: hasClearing });
  },
);

test.each([
  [{}, true],
  [{ asOf: "2026-05-01T11:00:00Z" }, true],
  [{ radiusMiles: 3 }, false],
])("statuses with %j are by the policies: %s", async (query, expected) => {
  serve(LARGE);
  expect((await read(LARGE, {}, query)).coverage?.isByPolicies).toBe(expected);
});

test("a part that fails fails the report", async () => {
  const city = serve(LARGE);
  vi.stubGlobal("fetch", (url: string) =>
    url.includes("ids=") ? Promise.resolve(new Response("{}", { status: 503 })) : city.fetch(url),
  );
  await expect(read(LARGE, { ids: [1] })).rejects.toBeInstanceOf(RequestFailed);
});

test("a service that ignores the page is not believed", async () => {
  const city = serve(LARGE);
  vi.stubGlobal("fetch", () => city.fetch(""));
  await expect(read(LARGE)).rejects.toBeInstanceOf(RequestFailed);
});
