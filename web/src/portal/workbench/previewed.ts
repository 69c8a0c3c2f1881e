import type { JsonObject } from "../../data/json.ts";
import type { Preview } from "../../data/preview.ts";
import type { TextSource } from "../../data/suggest.ts";

/** A preview together with what it was computed from: its positions are valid for this text only. */
export interface Previewed {
  config: JsonObject;
  source: TextSource;
  text: string;
  preview: Preview;
}
