import { answer, client, type Schemas } from "./client.ts";
import { type Role, readRole } from "./role.ts";

export interface Person {
  id: number;
  username: string;
  role: Role;
}

export async function currentPerson(signal: AbortSignal): Promise<Person> {
  return person(await answer(client.GET("/auth/session", { signal })));
}

export async function signIn(body: Schemas["LoginInput"], signal: AbortSignal): Promise<Person> {
  return person(await answer(client.POST("/auth/login", { body, signal })));
}

export async function signOut(signal: AbortSignal): Promise<void> {
  await answer(client.POST("/auth/logout", { signal }));
}

/** Ends every session of the person, this one too. */
export async function changePassword(body: Schemas["PasswordInput"], signal: AbortSignal): Promise<void> {
  await answer(client.POST("/auth/password", { body, signal }));
}

function person(view: Schemas["PersonView"]): Person {
  return { ...view, role: readRole(view.role) };
}
