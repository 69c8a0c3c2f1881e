// Markdown of the guide to HTML. Raw HTML is rejected: pages may be inserted into the portal, so they contain only what
// Markdown can say.
import GithubSlugger from "github-slugger";
import { Marked, type RendererObject, type Tokens } from "marked";
import { pageAddress, resolveLink } from "./address.ts";

export interface Heading {
  level: number;
  id: string;
  text: string;
}

/** What the search finds: the text below one heading. */
export interface SearchSection {
  heading: Heading;
  text: string;
}

export interface RenderedPage {
  title: string;
  html: string;
  headings: Heading[];
  sections: SearchSection[];
  /** Targets of links to the guide, as `file#anchor`. */
  links: string[];
  /** Image files, relative to the repository. */
  images: string[];
}

export interface RenderOptions {
  /** Below docs/guide. */
  file: string;
  /** A fragment is inserted into another page: no title, no ids, headings one level down. */
  isFragment?: boolean;
}

export function renderPage(markdown: string, { file, isFragment = false }: RenderOptions): RenderedPage {
  const page: RenderedPage = { title: "", html: "", headings: [], sections: [], links: [], images: [] };
  const marked = new Marked({ gfm: true, renderer: { ...renderer(page, file, isFragment) } });
  const tokens = marked.lexer(markdown);
  collectSections(page, tokens);
  const headings = page.sections.map(({ heading }) => heading);
  page.title = headings.find(({ level }) => level === 1)?.text ?? "";
  page.headings = headings.filter(({ level }) => level > 1);
  if (page.title === "") throw new Error(`docs/guide/${file}: the page has no "# Title"`);
  page.html = marked.parser(tokens);
  return page;
}

export function imageAddress(file: string): string {
  return `/docs/guide/images/${file.split("/").at(-1)}`;
}

function renderer(page: RenderedPage, file: string, isFragment: boolean): RendererObject {
  let headingCount = 0;
  return {
    heading({ tokens, depth, text }) {
      const content = this.parser.parseInline(tokens);
      const id = page.sections[headingCount++]?.heading.id;
      if (id === undefined) throw new Error(`docs/guide/${file}: a heading is not allowed inside a list: ${text}`);
      if (isFragment) return depth === 1 ? "" : `<h${depth + 1}>${content}</h${depth + 1}>\n`;
      return `<h${depth} id="${id}">${content}</h${depth}>\n`;
    },
    link({ href, tokens }) {
      const content = this.parser.parseInline(tokens);
      const target = resolveLink(file, href);
      if (target.kind === "repository" || target.kind === "image") return content;
      if (target.kind === "address") return `<a href="${escapeHtml(target.href)}">${content}</a>`;
      page.links.push(`${target.file}#${target.anchor}`);
      const anchor = target.anchor === "" ? "" : `#${target.anchor}`;
      return `<a href="${escapeHtml(pageAddress(target.file) + anchor)}">${content}</a>`;
    },
    image({ href, text }) {
      const target = resolveLink(file, href);
      if (target.kind !== "image") throw new Error(`docs/guide/${file}: ${href} is not an image of the repository`);
      page.images.push(target.file);
      return `<img src="${imageAddress(target.file)}" alt="${escapeHtml(text)}" loading="lazy">`;
    },
    html({ text }) {
      throw new Error(`docs/guide/${file}: raw HTML is not allowed: ${text.trim()}`);
    },
    code({ text, lang }: Tokens.Code) {
      const language = lang ? ` class="language-${escapeHtml(lang)}"` : "";
      return `<pre tabindex="0"><code${language}>${escapeHtml(text)}</code></pre>\n`;
    },
    table(token) {
      const cells = (row: Tokens.TableCell[], tag: string) =>
        row.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join("");
      const rows = token.rows.map((row) => `<tr>${cells(row, "td")}</tr>`).join("\n");
      const head = `<thead><tr>${cells(token.header, "th")}</tr></thead>`;
      return `<div class="wide" tabindex="0"><table>${head}<tbody>${rows}</tbody></table></div>\n`;
    },
  };
}

function collectSections(page: RenderedPage, tokens: Tokens.Generic[]): void {
  const slugger = new GithubSlugger();
  for (const token of tokens) {
    if (token.type === "heading") {
      const text = plainText(String(token.text));
      const id = slugger.slug(text);
      page.sections.push({ heading: { level: Number(token.depth), id, text }, text: "" });
    } else {
      const section = page.sections.at(-1);
      if (section !== undefined) section.text += `${plainText(token.raw)} `;
    }
  }
}

/** Markdown without its marks, for titles and the search. */
function plainText(markdown: string): string {
  return markdown
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/^\|?[\s|:-]+\|?$/gm, " ")
    .replace(/[`*|]|^#+ |^```\w*/gm, " ")
    .replace(/\s+/g, " ")
    .trim();
}

export function escapeHtml(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}
