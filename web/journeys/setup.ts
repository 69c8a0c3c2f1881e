import { startService, startServiceOnPostgres } from "./service.mjs";
import { type Sessions, signInToDemo } from "./sessions.ts";

/** One service on each database for all journeys; each journey creates its own data. */
export default async function setup(): Promise<() => Promise<void>> {
  const [sqlite, postgres] = await Promise.all([startService(), startServiceOnPostgres()]);
  process.env.STORMWIRE_URL = sqlite.url;
  process.env.STORMWIRE_MAIL = sqlite.mail;
  process.env.STORMWIRE_POSTGRES_URL = postgres.url;
  process.env.STORMWIRE_POSTGRES_MAIL = postgres.mail;
  const [admin, operator, viewer, postgresAdmin] = await Promise.all([
    signInToDemo(sqlite.url, "admin"),
    signInToDemo(sqlite.url, "operator"),
    signInToDemo(sqlite.url, "viewer"),
    signInToDemo(postgres.url, "admin"),
  ]);
  const sessions: Sessions = {
    "sqlite-admin": admin,
    "sqlite-operator": operator,
    "sqlite-viewer": viewer,
    "postgres-admin": postgresAdmin,
  };
  process.env.STORMWIRE_SESSIONS = JSON.stringify(sessions);
  return async () => {
    await Promise.all([sqlite.stop(), postgres.stop()]);
  };
}
