// The names of ways to separate strikes, which come from the service, in the language of the page. Pure.
import { workbenchText } from "./text.ts";

const WITH_HEADER = " with header";

/** A name that has no translation stays in English. */
export function wayName(name: string): string {
  const { ways, withHeader } = workbenchText();
  const known = (english: string) => (Object.hasOwn(ways, english) ? ways[english] : undefined);
  const lines = name.endsWith(WITH_HEADER) ? known(name.slice(0, -WITH_HEADER.length)) : undefined;
  return known(name) ?? (lines === undefined ? name : withHeader(lines));
}
