// Checks the demo's facility emails against GeographicLib distances from the vendor's reports.
import type { APIRequestContext } from "@playwright/test";
import geodesic from "geographiclib-geodesic";
import { expect, test } from "./portal-fixture.ts";

const CREW = "crew@demo.example";
const RADIUS = 8;
/** The demo's own; other journeys add more. */
const FACILITY_COUNT = 120;

interface Message {
  subject: string;
  body: { content: string };
}

interface FacilityResult {
  id: number;
  miles: number;
  count: number;
}

interface Facility {
  facilityId: number;
  latLongPoint: { lat: number; lng: number };
}

const messages = async (mail: APIRequestContext, address: string): Promise<Message[]> =>
  (await (await mail.get(`/_emulator/mailboxes/${address}/messages`)).json()).items;

/** Latitude and longitude of each strike in a vendor's report. */
function parseStrikes({ body }: Message): [number, number][] {
  return [...body.content.matchAll(/latitude (\S+), longitude (\S+)/g)].map((found) => [
    Number(found[1]),
    Number(found[2]),
  ]);
}

/** The rows of an email's table. */
function parseTable({ body }: Message): FacilityResult[] {
  const rows = body.content.split('<tr valign="top">').slice(1);
  return rows.map((row) => ({
    id: Number(/f\/(\d+)"/.exec(row)?.[1]),
    miles: Number(/<b>([\d.]+) mi<\/b>/.exec(row)?.[1]),
    count: Number(/align="right"[^>]*>(\d+)</.exec(row)?.[1]),
  }));
}

function compute(strikes: [number, number][], { facilityId, latLongPoint: { lat, lng } }: Facility): FacilityResult {
  const miles = strikes.map(
    ([latitude, longitude]) =>
      (geodesic.Geodesic.WGS84.Inverse(lat, lng, latitude, longitude).s12 ?? Number.NaN) / 1609.344,
  );
  return { id: facilityId, miles: Math.min(...miles), count: miles.filter((one) => one <= RADIUS).length };
}

/** The miles of a table have one decimal. */
function matches(table: FacilityResult[], expected: FacilityResult[]): boolean {
  return table.every((row, index) => {
    const other = expected[index];
    return (
      other !== undefined &&
      row.id === other.id &&
      row.count === other.count &&
      Math.abs(row.miles - other.miles) < 0.0506
    );
  });
}

test("each facility email matches one report of the vendor", async ({ playwright, request, baseURL, page }) => {
  const provider = await playwright.request.newContext({ baseURL: process.env.STORMWIRE_MAIL ?? "" });
  await expect.poll(async () => (await messages(provider, CREW)).length).toBeGreaterThan(0);
  const mails = (await messages(provider, CREW)).filter((mail) => !mail.subject.includes("all clear"));
  const reports = (await messages(provider, "storm@demo.example"))
    .map(parseStrikes)
    .filter((strikes) => strikes.length > 0);
  const { facilities } = (await (await request.get(`${baseURL}/lightning-strikes/facilities`)).json()) as {
    facilities: Facility[];
  };
  const ownFacilities = facilities.filter((facility) => facility.facilityId <= FACILITY_COUNT);
  const sorted = (all: FacilityResult[]) =>
    all.filter((one) => one.id <= FACILITY_COUNT).sort((one, other) => one.id - other.id);
  for (const mail of mails) {
    const table = sorted(parseTable(mail));
    expect(table).toHaveLength(FACILITY_COUNT);
    expect(mail.body.content.length, "some clients clip emails at 102 KB").toBeLessThan(100_000);
    const count = Number(/(\d+) strikes? in this report/.exec(mail.body.content)?.[1]);
    const candidates = reports
      .filter((strikes) => strikes.length === count)
      .map((strikes) => sorted(ownFacilities.map((facility) => compute(strikes, facility))));
    expect(
      candidates.some((candidate) => matches(table, candidate)),
      `${mail.subject}: one of ${candidates.length} reports`,
    ).toBe(true);
  }
  await page.goto(`${process.env.STORMWIRE_MAIL}/_emulator/mailboxes/${CREW}/page`);
  await expect(
    page.frameLocator("iframe").first().getByRole("link", { name: "Open the live storm view" }),
  ).toBeVisible();
  await provider.dispose();
});

test("facility emails fit phones of 320 and 390 px, also with long names, times and counts", async ({
  playwright,
  page,
}) => {
  const provider = await playwright.request.newContext({ baseURL: process.env.STORMWIRE_MAIL ?? "" });
  await expect.poll(async () => (await messages(provider, CREW)).length).toBeGreaterThan(0);
  for (const { subject, body } of await messages(provider, CREW)) {
    const longest = body.content
      .replaceAll(/(f\/\d+"[^>]*>)[^<]+/g, "$1Neighborhoodtransportationcenter")
      .replaceAll(/\d{1,2}:\d\d\u00a0[AP]M/g, "10:58\u00a0AM")
      .replaceAll(/<br>\d+ strikes?/g, "<br>2,486 strikes")
      // Phones without Arial use wider letters.
      .replaceAll("Arial", "DejaVu Sans,Verdana");
    await page.setContent(longest);
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 });
      const scrollWidth = () => page.evaluate(() => document.documentElement.scrollWidth);
      await expect.poll(scrollWidth, subject).toBeLessThanOrEqual(width);
    }
  }
  await provider.dispose();
});
