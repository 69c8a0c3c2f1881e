import { answer, client, type Schemas } from "./client.ts";

export type System = Schemas["SystemView"];

export function readSystem(signal: AbortSignal): Promise<System> {
  return answer(client.GET("/system", { signal }));
}
