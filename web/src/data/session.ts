import { client, type Schemas, unwrap } from "./client.ts";
import type { ResponseBody } from "./contract.ts";
import { parseRole, type Role } from "./role.ts";

export interface CurrentUser {
  id: number;
  username: string;
  role: Role;
}

export async function readSession(signal: AbortSignal): Promise<CurrentUser> {
  return toCurrentUser(await unwrap(client.GET("/auth/session", { signal })));
}

export async function signIn(body: Schemas["LoginInput"], signal: AbortSignal): Promise<CurrentUser> {
  return toCurrentUser(await unwrap(client.POST("/auth/login", { body, signal })));
}

/** Whether the service has no user yet. */
export async function isFirstRun(signal: AbortSignal): Promise<boolean> {
  return (await unwrap(client.GET("/auth/first-run", { signal }))).needed;
}

export async function createFirstAdmin(body: Schemas["FirstAdminInput"], signal: AbortSignal): Promise<CurrentUser> {
  return toCurrentUser(await unwrap(client.POST("/auth/first-run", { body, signal })));
}

export async function signOut(signal: AbortSignal): Promise<void> {
  await unwrap(client.POST("/auth/logout", { signal }));
}

/** Ends all sessions of the user, including this one. */
export async function changePassword(body: Schemas["PasswordInput"], signal: AbortSignal): Promise<void> {
  await unwrap(client.POST("/auth/password", { body, signal }));
}

function toCurrentUser(view: ResponseBody<"/auth/session">): CurrentUser {
  return { ...view, role: parseRole(view.role) };
}
