// Sessions that all journeys share: the service checks a password slowly on purpose, so each role signs in only once.
import { expect, request } from "@playwright/test";

export type Role = "admin" | "operator" | "viewer";

/** What a browser stores after signing in. */
export type Session = Awaited<ReturnType<Awaited<ReturnType<typeof request.newContext>>["storageState"]>>;

export async function signInOnce(baseURL: string, username: string, password: string): Promise<Session> {
  const context = await request.newContext({ baseURL });
  const response = await context.post("/auth/login", { data: { username, password } });
  expect(response.status(), await response.text()).toBe(200);
  const session = await context.storageState();
  await context.dispose();
  return session;
}

/** Of the demo's user with the role. */
export function signInToDemo(url: string, role: Role): Promise<Session> {
  return signInOnce(url, role, `demo-${role}`);
}

type Service = "sqlite" | "postgres";
export type Sessions = Partial<Record<`${Service}-${Role}`, Session>>;

/** From the setup, which runs in another process. */
export function sharedSession(service: Service, role: Role): Session {
  const sessions = JSON.parse(process.env.STORMWIRE_SESSIONS ?? "{}") as Sessions;
  const session = sessions[`${service}-${role}`];
  if (session === undefined) throw new Error(`the setup did not sign in as ${role} to the service on ${service}`);
  return session;
}
