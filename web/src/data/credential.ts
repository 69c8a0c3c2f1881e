import { client, type Schemas, unwrap } from "./client.ts";

export type Credential = Schemas["CredentialView"];
export type CredentialInput = Schemas["CredentialInput"];

export function listCredentials(signal: AbortSignal): Promise<Credential[]> {
  return unwrap(client.GET("/credential", { signal }));
}

export function readCredential(id: number, signal: AbortSignal): Promise<Credential> {
  return unwrap(client.GET("/credential/{id}", { params: { path: { id } }, signal }));
}

export function addCredential(body: CredentialInput, signal: AbortSignal): Promise<Credential> {
  return unwrap(client.POST("/credential", { body, signal }));
}

/** Without a secret the stored one stays. */
export function writeCredential(id: number, body: CredentialInput, signal: AbortSignal): Promise<Credential> {
  return unwrap(client.PUT("/credential/{id}", { params: { path: { id } }, body, signal }));
}

export async function deleteCredential(id: number, signal: AbortSignal): Promise<void> {
  await unwrap(client.DELETE("/credential/{id}", { params: { path: { id } }, signal }));
}

/** Signs in at the provider. */
export function testCredential(id: number, signal: AbortSignal): Promise<Schemas["CheckResultView"]> {
  return unwrap(client.POST("/credential/{id}/test", { params: { path: { id } }, signal }));
}
