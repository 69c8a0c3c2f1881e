import { answer, client, type Schemas } from "./client.ts";

export type Credential = Schemas["CredentialView"];
export type CredentialInput = Schemas["CredentialInput"];

export function listCredentials(signal: AbortSignal): Promise<Credential[]> {
  return answer(client.GET("/credential", { signal }));
}

export function readCredential(id: number, signal: AbortSignal): Promise<Credential> {
  return answer(client.GET("/credential/{id}", { params: { path: { id } }, signal }));
}

export function addCredential(body: CredentialInput, signal: AbortSignal): Promise<Credential> {
  return answer(client.POST("/credential", { body, signal }));
}

/** Without a secret the old one stays. */
export function writeCredential(id: number, body: CredentialInput, signal: AbortSignal): Promise<Credential> {
  return answer(client.PUT("/credential/{id}", { params: { path: { id } }, body, signal }));
}

export async function deleteCredential(id: number, signal: AbortSignal): Promise<void> {
  await answer(client.DELETE("/credential/{id}", { params: { path: { id } }, signal }));
}

/** Signs in with it, now. */
export function tryCredential(id: number, signal: AbortSignal): Promise<Schemas["FindingView"]> {
  return answer(client.POST("/credential/{id}/test", { params: { path: { id } }, signal }));
}
