// Puts a rendered page into the template guide.html: navigation, table of the page's headings, previous and next page.
import { pageAddress } from "./address.ts";
import { type ContentsPage, type ContentsSection, pagesInOrder } from "./contents.ts";
import { escapeHtml, type Heading, type RenderedPage } from "./render.ts";

export function layOutPage(template: string, file: string, page: RenderedPage, contents: ContentsSection[]): string {
  const parts: Record<string, string> = {
    title: escapeHtml(page.title),
    navigation: navigation(contents, file),
    content: page.html.replace("</h1>\n", `</h1>\n${headingList(page.headings)}`),
    neighbors: neighbors(pagesInOrder(contents), file),
  };
  return template.replace(/<!--\s*guide:(\w+)\s*-->|GUIDE_TITLE/g, (mark, name: string | undefined) => {
    const part = parts[name ?? "title"];
    if (part === undefined) throw new Error(`guide.html: unknown part ${mark}`);
    return part;
  });
}

function navigation(contents: ContentsSection[], current: string): string {
  return contents
    .map(
      ({ title, pages }) =>
        `<h2>${escapeHtml(title)}</h2><ul>${pages.map((page) => item(page, current)).join("")}</ul>`,
    )
    .join("");
}

function item({ title, file }: ContentsPage, current: string): string {
  const state = file === current ? ' aria-current="page"' : "";
  return `<li><a href="${pageAddress(file)}"${state}>${escapeHtml(title)}</a></li>`;
}

function headingList(headings: Heading[]): string {
  const links = headings
    .filter(({ level }) => level === 2)
    .map(({ id, text }) => `<li><a href="#${id}">${escapeHtml(text)}</a></li>`);
  return links.length < 2 ? "" : `<nav class="headings" aria-label="On this page"><ul>${links.join("")}</ul></nav>`;
}

function neighbors(pages: ContentsPage[], current: string): string {
  const index = pages.findIndex(({ file }) => file === current);
  const link = (page: ContentsPage | undefined, label: string, rel: string) =>
    page && `<a rel="${rel}" href="${pageAddress(page.file)}"><span>${label}</span> ${escapeHtml(page.title)}</a>`;
  const previous = index > 0 ? link(pages[index - 1], "Previous:", "prev") : undefined;
  return [previous, link(pages[index + 1], "Next:", "next")].filter(Boolean).join("");
}
