import { answer, client, type Schemas } from "./client.ts";
import { Refusal } from "./problem.ts";

export type User = Schemas["UserView"];

export function listUsers(signal: AbortSignal): Promise<User[]> {
  return answer(client.GET("/user", { signal }));
}

export function addUser(body: Schemas["UserInput"], signal: AbortSignal): Promise<User> {
  return answer(client.POST("/user", { body, signal }));
}

export function changeUser(id: number, body: Schemas["UserPatch"], signal: AbortSignal): Promise<User> {
  return answer(client.PATCH("/user/{id}", { params: { path: { id } }, body, signal }));
}

export async function deleteUser(id: number, signal: AbortSignal): Promise<void> {
  await answer(client.DELETE("/user/{id}", { params: { path: { id } }, signal }));
}

/** The service gives users only all together. */
export async function readUser(id: number, signal: AbortSignal): Promise<User> {
  const user = (await listUsers(signal)).find((candidate) => candidate.id === id);
  if (user === undefined) throw new Refusal({ status: 404, words: `There is no user ${id}.`, fields: {} });
  return user;
}
