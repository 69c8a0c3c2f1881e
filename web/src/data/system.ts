import { client, type Schemas, unwrap } from "./client.ts";

export type System = Schemas["SystemView"];

export function readSystem(signal: AbortSignal): Promise<System> {
  return unwrap(client.GET("/system", { signal }));
}
