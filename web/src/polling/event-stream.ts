// Splits a stream of server-sent events into blocks. Pure.

export interface StreamBlock {
  /** Empty for a comment. */
  event: string;
  data: string;
}

export class EventStreamParser {
  private rest = "";

  /** The blocks that end in this part of the stream. */
  push(text: string): StreamBlock[] {
    const parts = (this.rest + text).split("\n\n");
    this.rest = parts.pop() ?? "";
    return parts.map(parseBlock);
  }
}

function parseBlock(text: string): StreamBlock {
  const block: StreamBlock = { event: "", data: "" };
  for (const line of text.split("\n")) {
    const [name, ...value] = line.split(": ");
    if (name === "event" || name === "data") block[name] = value.join(": ");
  }
  return block;
}
