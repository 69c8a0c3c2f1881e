// Where a Markdown file of docs/guide is served, and what a link in it points to.
export const GUIDE_PATH = "/docs/guide";

/** `reference/actions/README.md` is served at `/docs/guide/reference/actions`. */
export function pageAddress(file: string): string {
  const page = pageName(file);
  return page === "" ? GUIDE_PATH : `${GUIDE_PATH}/${page}`;
}

/** The page's name in addresses and file names, without extension. Empty for the table of contents. */
export function pageName(file: string): string {
  return file.replace(/(^|\/)README\.md$/, "").replace(/\.md$/, "");
}

export type LinkTarget =
  | { kind: "page"; file: string; anchor: string }
  | { kind: "image"; file: string }
  /** A file of the repository that the server does not have. */
  | { kind: "repository"; path: string }
  | { kind: "address"; href: string };

/** Resolves the target of a link that is written in `file`. */
export function resolveLink(file: string, href: string): LinkTarget {
  if (/^([a-z]+:|\/)/.test(href)) return { kind: "address", href };
  const [path = "", anchor = ""] = href.split("#");
  if (path === "") return { kind: "page", file, anchor };
  const root = "repository:///docs/guide/";
  const target = new URL(path, new URL(file, root)).href.slice("repository:///".length);
  const isInGuide = target.startsWith("docs/guide/") && target.endsWith(".md");
  if (isInGuide) return { kind: "page", file: target.slice("docs/guide/".length), anchor };
  if (/\.(webp|png|svg)$/.test(target)) return { kind: "image", file: target };
  return { kind: "repository", path: target };
}
