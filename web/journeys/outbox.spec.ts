// The demo's mails about facilities, held against a reckoning of their own: GeographicLib over what the vendor mailed.
import type { APIRequestContext } from "@playwright/test";
import geodesic from "geographiclib-geodesic";
import { expect, test } from "./portal.ts";

const CREW = "crew@demo.example";
const RADIUS = 8;
/** The demo's own; other journeys add theirs. */
const FACILITIES = 120;

interface Message {
  subject: string;
  body: { content: string };
}

interface Told {
  id: number;
  miles: number;
  count: number;
}

interface Place {
  facilityId: number;
  latLongPoint: { lat: number; lng: number };
}

const messages = async (mail: APIRequestContext, address: string): Promise<Message[]> =>
  (await (await mail.get(`/_emulator/mailboxes/${address}/messages`)).json()).items;

/** What the vendor says: latitude and longitude of each strike. */
function struck({ body }: Message): [number, number][] {
  return [...body.content.matchAll(/latitude (\S+), longitude (\S+)/g)].map((found) => [
    Number(found[1]),
    Number(found[2]),
  ]);
}

/** What the mail's table says of each facility. */
function told({ body }: Message): Told[] {
  const rows = body.content.split('<tr valign="top">').slice(1);
  return rows.map((row) => ({
    id: Number(/f\/(\d+)"/.exec(row)?.[1]),
    miles: Number(/<b>([\d.]+) mi<\/b>/.exec(row)?.[1]),
    count: Number(/align="right"[^>]*>(\d+)</.exec(row)?.[1]),
  }));
}

function reckoned(strikes: [number, number][], { facilityId, latLongPoint: { lat, lng } }: Place): Told {
  const miles = strikes.map(
    ([latitude, longitude]) =>
      (geodesic.Geodesic.WGS84.Inverse(lat, lng, latitude, longitude).s12 ?? Number.NaN) / 1609.344,
  );
  return { id: facilityId, miles: Math.min(...miles), count: miles.filter((one) => one <= RADIUS).length };
}

/** Whether a table says what was reckoned; its miles have one decimal. */
function agree(table: Told[], reckoning: Told[]): boolean {
  return table.every((row, place) => {
    const other = reckoning[place];
    return (
      other !== undefined &&
      row.id === other.id &&
      row.count === other.count &&
      Math.abs(row.miles - other.miles) < 0.0506
    );
  });
}

test("each mail about facilities says what one report of the vendor means for every one of them", async ({
  playwright,
  request,
  baseURL,
  page,
}) => {
  const provider = await playwright.request.newContext({ baseURL: process.env.STORMWIRE_MAIL ?? "" });
  await expect.poll(async () => (await messages(provider, CREW)).length, { timeout: 60_000 }).toBeGreaterThan(0);
  const mails = (await messages(provider, CREW)).filter((mail) => !mail.subject.includes("all clear"));
  const reports = (await messages(provider, "storm@demo.example")).map(struck).filter((strikes) => strikes.length > 0);
  const { facilities } = (await (await request.get(`${baseURL}/lightning-strikes/facilities`)).json()) as {
    facilities: Place[];
  };
  const places = facilities.filter((place) => place.facilityId <= FACILITIES);
  const sorted = (all: Told[]) => all.filter((one) => one.id <= FACILITIES).sort((one, other) => one.id - other.id);
  for (const mail of mails) {
    const table = sorted(told(mail));
    expect(table).toHaveLength(FACILITIES);
    expect(mail.body.content.length, "some readers cut a mail at 102 KB").toBeLessThan(100_000);
    const count = Number(/(\d+) strikes? in this report/.exec(mail.body.content)?.[1]);
    const candidates = reports
      .filter((strikes) => strikes.length === count)
      .map((strikes) => sorted(places.map((place) => reckoned(strikes, place))));
    expect(
      candidates.some((candidate) => agree(table, candidate)),
      `${mail.subject}: one of ${candidates.length} reports`,
    ).toBe(true);
  }
  await page.goto(`${process.env.STORMWIRE_MAIL}/_emulator/mailboxes/${CREW}/page`);
  await expect(
    page.frameLocator("iframe").first().getByRole("link", { name: "Open the live storm view" }),
  ).toBeVisible();
  await provider.dispose();
});
