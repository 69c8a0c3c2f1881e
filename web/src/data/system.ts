import { client, type Schemas, unwrap } from "./client.ts";

export type System = Schemas["SystemView"];

export function readSystem(signal: AbortSignal): Promise<System> {
  return unwrap(client.GET("/system", { signal }));
}

export function sendTestMail(signal: AbortSignal): Promise<Schemas["CheckResultView"]> {
  return unwrap(client.POST("/system/test-mail", { signal }));
}
