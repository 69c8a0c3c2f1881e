import { client, type Schemas, unwrap } from "./client.ts";
import { ApiError } from "./problem.ts";

export type User = Schemas["UserView"];

export function listUsers(signal: AbortSignal): Promise<User[]> {
  return unwrap(client.GET("/user", { signal }));
}

export function addUser(body: Schemas["UserInput"], signal: AbortSignal): Promise<User> {
  return unwrap(client.POST("/user", { body, signal }));
}

export function changeUser(id: number, body: Schemas["UserPatch"], signal: AbortSignal): Promise<User> {
  return unwrap(client.PATCH("/user/{id}", { params: { path: { id } }, body, signal }));
}

export async function deleteUser(id: number, signal: AbortSignal): Promise<void> {
  await unwrap(client.DELETE("/user/{id}", { params: { path: { id } }, signal }));
}

/** The API has no endpoint for a single user. */
export async function readUser(id: number, signal: AbortSignal): Promise<User> {
  const user = (await listUsers(signal)).find((candidate) => candidate.id === id);
  if (user === undefined) throw new ApiError({ status: 404, message: `User ${id} not found.`, fields: {} });
  return user;
}
