import { startService, startServiceOnPostgres } from "./service.mjs";

/** One service on each database for all journeys; each journey creates its own data. */
export default async function setup(): Promise<() => Promise<void>> {
  const [sqlite, postgres] = await Promise.all([startService(), startServiceOnPostgres()]);
  process.env.STORMWIRE_URL = sqlite.url;
  process.env.STORMWIRE_MAIL = sqlite.mail;
  process.env.STORMWIRE_POSTGRES_URL = postgres.url;
  process.env.STORMWIRE_POSTGRES_MAIL = postgres.mail;
  return async () => {
    await Promise.all([sqlite.stop(), postgres.stop()]);
  };
}
