// What the service proposes for a message.
import { client, unwrap } from "./client.ts";
import type { JsonObject } from "./json.ts";

/** A pasted text, or a message of the log. */
export type TextSource = { text: string } | { logId: number };

/** One way to split a message into records. */
export interface LayoutProposal {
  name: string;
  source: string;
  segment: { StartPattern: string; ClosePattern?: string; Filter?: string };
  count: number;
  samples: string[];
}

export interface FieldProposal {
  field: JsonObject;
  /** Records of the message. */
  count: number;
  /** Records in which the field has a valid value. */
  found: number;
  values: string[];
  alternatives: { label: string; field: JsonObject; found: number }[];
  warnings: string[];
}

/** Best first. */
export async function suggestLayouts(source: TextSource, signal: AbortSignal): Promise<LayoutProposal[]> {
  const { layouts } = await post<{ layouts: LayoutProposal[] }>("/mailbox-watcher/suggest/layout", source, signal);
  return layouts;
}

/** `start` and `end` are positions in the text that `config` searches, as in a preview. */
export function suggestField(
  request: { config: JsonObject; name: string; start: number; end: number } & TextSource,
  signal: AbortSignal,
): Promise<FieldProposal> {
  return post("/mailbox-watcher/suggest/field", request, signal);
}

function post<T>(path: string, body: object, signal: AbortSignal): Promise<T> {
  return unwrap(client.POST(path as never, { body, signal } as never)) as Promise<T>;
}
