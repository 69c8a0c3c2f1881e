import { answer, client, type Schemas } from "./client.ts";
import { Refusal } from "./problem.ts";

export type Feed = Schemas["FeedView"];

/** Null where the service has no lightning side to ask. */
export async function readFeed(signal: AbortSignal): Promise<Feed | null> {
  try {
    return (await answer(client.GET("/lightning-strikes/status", { signal }))).feed;
  } catch (error) {
    if (error instanceof Refusal && error.problem.status !== null) return null;
    throw error;
  }
}
