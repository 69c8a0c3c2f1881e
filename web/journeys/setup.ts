import { startService } from "./service.mjs";

/** One service for all journeys; each creates its own data. */
export default async function setup(): Promise<() => Promise<void>> {
  const { url, mail, stop } = await startService();
  process.env.STORMWIRE_URL = url;
  process.env.STORMWIRE_MAIL = mail;
  return stop;
}
