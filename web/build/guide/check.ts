// Finds links of the guide that lead nowhere, pages that no list names, and listed pages that are missing.
import { CONTENTS_FILE, type ContentsSection, pagesInOrder } from "./contents.ts";
import type { RenderedPage } from "./render.ts";

export function findBrokenLinks(pages: Map<string, RenderedPage>, contents: ContentsSection[]): string[] {
  const listed = new Set([CONTENTS_FILE, ...pagesInOrder(contents).map(({ file }) => file)]);
  const unlisted = [...pages.keys()].filter((file) => !listed.has(file));
  const broken = [...pages].flatMap(([file, page]) =>
    page.links
      .filter((link) => !leadsSomewhere(link, pages))
      .map((link) => `docs/guide/${file}: broken link to ${link}`),
  );
  const missing = [...listed].filter((file) => !pages.has(file));
  return [
    ...broken,
    ...unlisted.map((file) => `docs/guide/${file}: not listed in docs/guide/${CONTENTS_FILE}`),
    ...missing.map((file) => `docs/guide/${CONTENTS_FILE}: lists ${file}, which does not exist`),
  ];
}

function leadsSomewhere(link: string, pages: Map<string, RenderedPage>): boolean {
  const [file = "", anchor = ""] = link.split("#");
  const page = pages.get(file);
  return page !== undefined && (anchor === "" || page.sections.some(({ heading }) => heading.id === anchor));
}
