import { client, type Schemas, unwrap } from "./client.ts";
import type { ResponseBody } from "./contract.ts";
import { parseRole, type Role } from "./role.ts";

export interface CurrentUser {
  id: number;
  username: string;
  role: Role;
  signInMethod: SignInMethod;
  /** The disk of the server was full at the sign-in: the session ends soon, and its role is `viewer`. */
  isReadOnly: boolean;
}

export type SignInMethod = "password" | "breakGlass" | "oidc";

export type SignInMethods = ResponseBody<"/auth/methods">;

export async function readSignInMethods(signal: AbortSignal): Promise<SignInMethods> {
  const { local, oidc } = await unwrap(client.GET("/auth/methods", { signal }));
  return { local, oidc: oidc ?? null };
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

/** Returns the page of the identity provider where the user signs out there, too. */
export async function signOut(signal: AbortSignal): Promise<string | null> {
  return (await unwrap(client.POST("/auth/logout", { signal })))?.endSessionUrl ?? null;
}

/** Ends all sessions of the user, including this one. */
export async function changePassword(body: Schemas["PasswordInput"], signal: AbortSignal): Promise<void> {
  await unwrap(client.POST("/auth/password", { body, signal }));
}

function toCurrentUser(view: ResponseBody<"/auth/session">): CurrentUser {
  return { ...view, role: parseRole(view.role), signInMethod: parseSignInMethod(view.signInMethod) };
}

export function parseSignInMethod(text: string): SignInMethod {
  return text === "oidc" || text === "breakGlass" ? text : "password";
}
