// The guide's table of contents is docs/guide/README.md: each `## Section` with a list of `- [Title](path.md): summary`.
// The navigation, the order of the pages and the set of pages that exist all come from it.
import { lexer, type Token, type Tokens } from "marked";

export interface ContentsPage {
  title: string;
  /** Below docs/guide, such as `reference/actions/sql.md`. */
  file: string;
}

export interface ContentsSection {
  title: string;
  pages: ContentsPage[];
}

export const CONTENTS_FILE = "README.md";

export function parseContents(markdown: string): ContentsSection[] {
  const sections: ContentsSection[] = [];
  for (const token of lexer(markdown)) {
    if (token.type === "heading" && token.depth === 2) sections.push({ title: token.text, pages: [] });
    if (token.type === "list") sections.at(-1)?.pages.push(...(token as Tokens.List).items.flatMap(pagesOfItem));
  }
  return sections.filter((section) => section.pages.length > 0);
}

/** An item's own page, then those of a list inside the item. */
function pagesOfItem(item: Tokens.ListItem): ContentsPage[] {
  return item.tokens.flatMap((token): ContentsPage[] => {
    if (token.type === "list") return (token as Tokens.List).items.flatMap(pagesOfItem);
    const link = firstLink(token);
    return link?.href.endsWith(".md") ? [{ title: link.text, file: link.href }] : [];
  });
}

function firstLink(token: Token): Tokens.Link | undefined {
  const children = "tokens" in token ? (token.tokens ?? []) : [];
  return children.find((child): child is Tokens.Link => child.type === "link");
}

export function pagesInOrder(sections: ContentsSection[]): ContentsPage[] {
  return sections.flatMap((section) => section.pages);
}
