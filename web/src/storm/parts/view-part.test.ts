import { afterEach, expect, test, vi } from "vitest";
import { RequestFailed } from "../../data/public-api.ts";
import { FakeCity, facility } from "./city.fixture.ts";
import { ViewPart } from "./view-part.ts";

const { signal } = new AbortController();
/** Facilities 1 to 500. */
const BOX = "0,34,0.5,35";

afterEach(() => vi.unstubAllGlobals());

function serve(count: number): FakeCity {
  const city = new FakeCity(Array.from({ length: count }, (_, index) => facility(index + 1, "Clear")));
  vi.stubGlobal("fetch", city.fetch);
  return city;
}

/** The queries and bytes of the requests since the last call. */
function taken(city: FakeCity): { queries: (string | null)[][]; bytes: number } {
  const queries = city.queries.splice(0).map((query) => [query.get("bbox"), query.get("limit"), query.get("since")]);
  const { bytes } = city;
  city.bytes = 0;
  return { queries, bytes };
}

const idsOf = ({ report }: { report: { facilities: { facilityId: number }[] } }) =>
  report.facilities.map(({ facilityId }) => facilityId).sort((one, other) => one - other);

test("a box is counted, read once, and then only its changes", async () => {
  const [city, part] = [serve(3_000), new ViewPart()];
  const first = await part.read(signal, BOX, {});
  expect([idsOf(first).length, first.total]).toEqual([500, 500]);
  const { queries, bytes } = taken(city);
  expect(queries).toEqual([
    [BOX, "1", null],
    [BOX, null, "0"],
  ]);
  city.set(facility(7, "Active"));
  city.set(facility(2_999, "Active"));
  const second = await part.read(signal, BOX, {});
  const changed = taken(city);
  expect(changed.queries).toEqual([[BOX, null, expect.stringMatching(/^1\|/)]]);
  expect(changed.bytes).toBeLessThan(bytes / 50);
  expect(second.report.facilities.find(({ facilityId }) => facilityId === 7)?.proximity?.status).toBe("Active");
  expect(idsOf(second)).toEqual(idsOf(first));
  await part.read(signal, BOX, {});
  expect(taken(city).bytes).toBeLessThan(changed.bytes);
});

test("facilities that were removed or moved out are not shown any more, new ones are", async () => {
  const [city, part] = [serve(500), new ViewPart()];
  await part.read(signal, BOX, {});
  city.remove(3);
  city.set({ ...facility(4, "Clear"), latLongPoint: { lat: 40, lng: 40 } });
  city.set({ ...facility(600, "Clear"), latLongPoint: { lat: 34.5, lng: 0.1 } });
  const { report, total } = await part.read(signal, BOX, {});
  expect(total).toBe(499);
  expect(idsOf({ report })).not.toEqual(expect.arrayContaining([3]));
  expect(idsOf({ report })).not.toEqual(expect.arrayContaining([4]));
  expect(idsOf({ report })).toContain(600);
});

test("where changes are not possible everything is read again", async () => {
  const [city, part] = [serve(500), new ViewPart()];
  await part.read(signal, BOX, {});
  // While the service restarts, a change is lost.
  city.remove(3);
  city.sequence = 2;
  const { report } = await part.read(signal, BOX, {});
  expect(idsOf({ report })).toHaveLength(499);
  expect(idsOf({ report })).not.toContain(3);
});

test("changes that need several responses are all read before any is shown", async () => {
  const [city, part] = [serve(500), new ViewPart()];
  city.changesLimit = 60;
  expect(idsOf(await part.read(signal, BOX, {}))).toHaveLength(500);
  expect(taken(city).queries).toHaveLength(1 + 9);
  for (let id = 1; id <= 100; id += 1) city.set(facility(id, "Active"));
  const { report } = await part.read(signal, BOX, {});
  expect(report.facilities.filter(({ proximity }) => proximity?.status === "Active")).toHaveLength(100);
});

test("changes without end fail the poll, and the next one starts again", async () => {
  const [city, part] = [serve(500), new ViewPart()];
  city.changesLimit = 10;
  await expect(part.read(signal, BOX, {})).rejects.toBeInstanceOf(RequestFailed);
  city.changesLimit = 2_000;
  taken(city);
  expect(idsOf(await part.read(signal, BOX, {}))).toHaveLength(500);
  expect(taken(city).queries.map(([, , since]) => since)).toEqual([null, "0"]);
});

test("a failed request leaves no gap", async () => {
  const [city, part] = [serve(500), new ViewPart()];
  await part.read(signal, BOX, {});
  city.set(facility(7, "Active"));
  vi.stubGlobal("fetch", async () => new Response("", { status: 503 }));
  await expect(part.read(signal, BOX, {})).rejects.toBeInstanceOf(RequestFailed);
  vi.stubGlobal("fetch", city.fetch);
  const { report } = await part.read(signal, BOX, {});
  expect(report.facilities.find(({ facilityId }) => facilityId === 7)?.proximity?.status).toBe("Active");
});

test("another box is read from the beginning", async () => {
  const [city, part] = [serve(500), new ViewPart()];
  await part.read(signal, BOX, {});
  taken(city);
  const other = await part.read(signal, "0,34,0.2,35", {});
  expect(idsOf(other)).toHaveLength(200);
  expect(taken(city).queries.map(([, , since]) => since)).toEqual([null, "0"]);
});

test("of a crowded box the most threatened are read, and how many there are", async () => {
  const [city, part] = [serve(9_000), new ViewPart()];
  const box = "0,34,8,35";
  city.set(facility(7_000, "Active"));
  const { report, total } = await part.read(signal, box, {});
  expect([report.facilities.length, report.facilities[0]?.facilityId, total]).toEqual([500, 7_000, 8_000]);
  expect(taken(city).queries.map(([, limit, since]) => [limit, since])).toEqual([
    ["1", null],
    ["500", null],
  ]);
});

test("a box that becomes crowded is not kept", async () => {
  const [city, part] = [serve(500), new ViewPart()];
  await part.read(signal, BOX, {});
  for (let id = 1_000; id < 3_000; id += 1)
    city.set({ ...facility(id, "Clear"), latLongPoint: { lat: 34.5, lng: 0.1 } });
  city.changesLimit = 3_000;
  await part.read(signal, BOX, {});
  const { report, total } = await part.read(signal, BOX, {});
  expect([report.facilities.length, total]).toEqual([500, 2_500]);
});
