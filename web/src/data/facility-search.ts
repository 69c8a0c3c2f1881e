// Searching and sorting lists of facilities by name. Pure.
import { dataText } from "./text.ts";

/** Items whose name contains every word of the search, in the given order. */
export function searchByName<T>(items: readonly T[], search: string, nameOf: (item: T) => string): T[] {
  const words = withoutAccents(search).split(/\s+/).filter(Boolean);
  return items.filter((item) => words.every((word) => withoutAccents(nameOf(item)).includes(word)));
}

export function sortByName<T extends { name: string }>(facilities: readonly T[]): T[] {
  const order = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
  return [...facilities].sort((one, other) => order.compare(one.name, other.name));
}

export function facilityCountText(shown: number, all: number): string {
  const { of, facilities } = dataText();
  return `${shown === all ? all : of(shown, all)} ${facilities(all)}`;
}

/** A search for “cafe” finds “Café”. */
function withoutAccents(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase();
}
