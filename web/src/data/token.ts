import { answer, client, type Schemas } from "./client.ts";

export type Token = Schemas["TokenView"];
export type NewToken = Schemas["NewTokenView"];

export function listTokens(signal: AbortSignal): Promise<Token[]> {
  return answer(client.GET("/token", { signal }));
}

export function makeToken(body: Schemas["TokenInput"], signal: AbortSignal): Promise<NewToken> {
  return answer(client.POST("/token", { body, signal }));
}

export async function revokeToken(id: number, signal: AbortSignal): Promise<void> {
  await answer(client.DELETE("/token/{id}", { params: { path: { id } }, signal }));
}
