import { type Schemas, answer, client } from "./client.ts";

export type System = Schemas["SystemView"];

export function readSystem(signal: AbortSignal): Promise<System> {
  return answer(client.GET("/system", { signal }));
}
