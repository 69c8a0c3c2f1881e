// The public view, dashboard, wall display and report of the demo's city, once its first mail is processed.
import { forEachVariant, photosLoaded, save, signIn, sleep } from "./screenshot.mjs";

const PAGES = {
  storm: () => "/",
  "storm-facility": (id) => `/f/${id}`,
  board: (id) => `/portal/storm?facility=${id}`,
  "board-spanish": (id) => `/portal/storm?facility=${id}&lang=es`,
  "board-replay": () => `/portal/storm?asOf=${minutesFromNow(-10)}&from=${minutesFromNow(-25)}&to=${minutesFromNow(0)}`,
  wall: () => "/portal/storm?wall",
  report: (id) => `/portal/storm/report?facility=${id}&from=${minutesFromNow(-60)}&to=${minutesFromNow(0)}`,
};

export async function takeStormPages(browser, { url }) {
  await forEachVariant(browser, url, async (context, suffix) => {
    await signIn(context, "viewer");
    const id = await activeFacility(context.request);
    const page = await context.newPage();
    for (const [name, path] of Object.entries(PAGES)) {
      await page.goto(path(id));
      await page
        .locator(name === "report" ? ".paper" : ".threats li")
        .first()
        .waitFor();
      await photosLoaded(page);
      await save(page, `${name}-${suffix}`);
    }
  });
}

async function activeFacility(request) {
  for (;;) {
    const { facilities } = await (await request.get("/lightning-strikes/facilities")).json();
    const [mostThreatened] = facilities;
    if (mostThreatened?.proximity?.status === "Active") return mostThreatened.facilityId;
    await sleep(1_000);
  }
}

function minutesFromNow(minutes) {
  return new Date(Date.now() + minutes * 60_000).toISOString();
}
