// What the service proposes for a message.
import { client, type Schemas, unwrap } from "./client.ts";

/** A pasted text, or a message of the log. */
export type TextSource = { text: string } | { logId: number };

/** One way to split a message into records. */
export type LayoutProposal = Schemas["LayoutSuggestion"];
export type FieldProposal = Schemas["FieldSuggestion"];

/** Best first. */
export async function suggestLayouts(source: TextSource, signal: AbortSignal): Promise<LayoutProposal[]> {
  const { layouts } = await unwrap(client.POST("/mailbox-watcher/suggest/layout", { body: source, signal }));
  return layouts;
}

/** `start` and `end` are positions in the text that `config` searches, as in a preview. */
export function suggestField(
  body: Pick<Schemas["FieldInput"], "config" | "name" | "start" | "end"> & TextSource,
  signal: AbortSignal,
): Promise<FieldProposal> {
  return unwrap(client.POST("/mailbox-watcher/suggest/field", { body, signal }));
}
