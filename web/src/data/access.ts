// Sessions, and the access of a user: sessions and API tokens.
import { client, type Schemas, unwrap } from "./client.ts";

export type Session = Schemas["SessionView"];
export type OwnAccess = Schemas["OwnAccess"];
export type RevokedAccess = Schemas["RevokedAccess"];

export function readOwnAccess(signal: AbortSignal): Promise<OwnAccess> {
  return unwrap(client.GET("/auth/access", { signal }));
}

export async function endOwnSession(id: number, signal: AbortSignal): Promise<void> {
  await unwrap(client.DELETE("/auth/access/session/{id}", { params: { path: { id } }, signal }));
}

export async function revokeOwnToken(id: number, signal: AbortSignal): Promise<void> {
  await unwrap(client.DELETE("/auth/access/token/{id}", { params: { path: { id } }, signal }));
}

/** Also ends the session of this page. */
export async function revokeOwnAccess(signal: AbortSignal): Promise<void> {
  await unwrap(client.POST("/auth/access/revoke", { signal }));
}

export function listSessions(signal: AbortSignal): Promise<Session[]> {
  return unwrap(client.GET("/session", { signal }));
}

export async function endSession(id: number, signal: AbortSignal): Promise<void> {
  await unwrap(client.DELETE("/session/{id}", { params: { path: { id } }, signal }));
}

export function revokeAccess(userId: number, signal: AbortSignal): Promise<RevokedAccess> {
  return unwrap(client.POST("/user/{id}/revoke", { params: { path: { id: userId } }, signal }));
}
