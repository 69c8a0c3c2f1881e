const LENGTH = 140;

/** A part of the text around the first of the terms that it contains. */
export function excerptAroundTerms(text: string, terms: string[]): string {
  const lower = text.toLowerCase();
  const positions = terms.map((term) => lower.indexOf(term)).filter((position) => position >= 0);
  const first = positions.length === 0 ? 0 : Math.min(...positions);
  const start = first < LENGTH / 2 ? 0 : text.lastIndexOf(" ", first - LENGTH / 3) + 1;
  const cut = text.slice(start, start + LENGTH);
  const end = start + LENGTH < text.length ? cut.replace(/\s+\S*$/, " …") : cut;
  return (start > 0 ? "… " : "") + end.trim();
}
