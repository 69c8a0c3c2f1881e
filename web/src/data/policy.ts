import { client, type Schemas, unwrap } from "./client.ts";

export type Policy = Schemas["Policy"];
export type PolicyInput = Schemas["PolicyInput"];
export type PolicyRing = Schemas["PolicyRing"];
export type PolicyPreview = Schemas["PolicyPreview"];
export type StormEffect = Schemas["StormEffect"];

/** Of every facility that has no policy of its own. */
export const DEFAULT_POLICY_ID = 1;

export function listPolicies(signal: AbortSignal): Promise<Policy[]> {
  return unwrap(client.GET("/policy", { signal }));
}

export function readPolicy(id: number, signal: AbortSignal): Promise<Policy> {
  return unwrap(client.GET("/policy/{id}", { params: { path: { id } }, signal }));
}

export function addPolicy(body: PolicyInput, signal: AbortSignal): Promise<Policy> {
  return unwrap(client.POST("/policy", { body, signal }));
}

export function writePolicy(id: number, body: PolicyInput, signal: AbortSignal): Promise<Policy> {
  return unwrap(client.PUT("/policy/{id}", { params: { path: { id } }, body, signal }));
}

export async function deletePolicy(id: number, signal: AbortSignal): Promise<void> {
  await unwrap(client.DELETE("/policy/{id}", { params: { path: { id } }, signal }));
}

/** Replays the last storm; null if no strikes are stored. A new policy has no id. */
export async function previewPolicy(
  policyId: number | null,
  policy: PolicyInput,
  signal: AbortSignal,
): Promise<PolicyPreview | null> {
  return (await unwrap(client.POST("/policy/preview", { body: { policyId, policy }, signal }))) ?? null;
}
