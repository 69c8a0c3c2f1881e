import type { Json } from "../../data/json.ts";

/** The typed text of fields whose value would be written differently, such as `1.0` or a list with a blank line. */
export class TypedTexts {
  private readonly texts = new Map<string, { text: string; json: string | undefined }>();
  private readonly multiline = new Set<string>();

  set(path: string, text: string, value: Json | undefined): void {
    this.texts.set(path, { text, json: JSON.stringify(value) });
  }

  /** Only while the config has the value that was read from the text. */
  get(path: string, value: Json | undefined): string | undefined {
    const typed = this.texts.get(path);
    return typed?.json === JSON.stringify(value) ? typed?.text : undefined;
  }

  /** An input would join the lines of a text. A field that became multiline stays so while typing. */
  isMultiline(path: string, hasLines: boolean): boolean {
    if (hasLines) this.multiline.add(path);
    return this.multiline.has(path);
  }
}
