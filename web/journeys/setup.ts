import { startService, startServiceOnPostgres } from "./service.mjs";
import { type Sessions, signInToDemo } from "./sessions.ts";

/** One service on each database for all journeys; each journey creates its own data. */
export default async function setup(): Promise<() => Promise<void>> {
  const [sqlite, postgres] = await Promise.all([startService(), startServiceOnPostgres()]);
  process.env.STORMWIRE_URL = sqlite.url;
  process.env.STORMWIRE_MAIL = sqlite.mail;
  process.env.STORMWIRE_POSTGRES_URL = postgres.url;
  process.env.STORMWIRE_POSTGRES_MAIL = postgres.mail;
  const sessions: Sessions = {
    "sqlite-admin": await signInToDemo(sqlite.url, "admin"),
    "sqlite-operator": await signInToDemo(sqlite.url, "operator"),
    "sqlite-viewer": await signInToDemo(sqlite.url, "viewer"),
    "postgres-admin": await signInToDemo(postgres.url, "admin"),
  };
  process.env.STORMWIRE_SESSIONS = JSON.stringify(sessions);
  return async () => {
    await Promise.all([sqlite.stop(), postgres.stop()]);
  };
}
