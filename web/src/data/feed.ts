import { client, type Schemas, unwrap } from "./client.ts";
import { ApiError } from "./problem.ts";

export type Feed = Schemas["FeedView"];

/** Null when the service has no lightning endpoints. */
export async function readFeed(signal: AbortSignal): Promise<Feed | null> {
  try {
    return (await unwrap(client.GET("/lightning-strikes/status", { signal }))).feed;
  } catch (error) {
    if (error instanceof ApiError && error.problem.status !== null) return null;
    throw error;
  }
}
