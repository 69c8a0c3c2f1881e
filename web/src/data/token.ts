import { client, type Schemas, unwrap } from "./client.ts";

export type Token = Schemas["TokenView"];
export type NewToken = Schemas["NewTokenView"];

export function listTokens(signal: AbortSignal): Promise<Token[]> {
  return unwrap(client.GET("/token", { signal }));
}

export function createToken(body: Schemas["TokenInput"], signal: AbortSignal): Promise<NewToken> {
  return unwrap(client.POST("/token", { body, signal }));
}

export async function revokeToken(id: number, signal: AbortSignal): Promise<void> {
  await unwrap(client.DELETE("/token/{id}", { params: { path: { id } }, signal }));
}
