// Which facilities a search means. Pure.

/** Those whose name holds every word of the search, in the order of their names. */
export function matching<T extends { name: string }>(facilities: readonly T[], search: string): T[] {
  const words = plain(search).split(/\s+/).filter(Boolean);
  return facilities.filter(({ name }) => words.every((word) => plain(name).includes(word)));
}

export function byName<T extends { name: string }>(facilities: readonly T[]): T[] {
  const order = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
  return [...facilities].sort((one, other) => order.compare(one.name, other.name));
}

export function countWords(shown: number, all: number): string {
  const noun = all === 1 ? "facility" : "facilities";
  return shown === all ? `${all} ${noun}` : `${shown} of ${all} ${noun}`;
}

// Nobody types the accent of “Café” into a search.
function plain(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase();
}
