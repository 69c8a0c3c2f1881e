import { describe, expect, it } from "vitest";
import { pageAddress, resolveLink } from "./address.ts";
import { findBrokenLinks } from "./check.ts";
import { pagesInOrder, parseContents } from "./contents.ts";
import { layOutPage } from "./layout.ts";
import { renderPage } from "./render.ts";

const CONTENTS = `# Guide

## Start
- [Try it](try.md): the demo

## Reference
- [Actions](reference/actions/README.md): what a workflow does
  - [SQL](reference/actions/sql.md): rows
`;

describe("contents", () => {
  it("lists sections and pages in reading order, nested ones after their parent", () => {
    const sections = parseContents(CONTENTS);
    expect(sections.map(({ title }) => title)).toEqual(["Start", "Reference"]);
    expect(pagesInOrder(sections)).toEqual([
      { title: "Try it", file: "try.md" },
      { title: "Actions", file: "reference/actions/README.md" },
      { title: "SQL", file: "reference/actions/sql.md" },
    ]);
  });
});

describe("addresses", () => {
  it.each([
    ["README.md", "/docs/guide"],
    ["try.md", "/docs/guide/try"],
    ["reference/actions/README.md", "/docs/guide/reference/actions"],
    ["reference/actions/sql.md", "/docs/guide/reference/actions/sql"],
  ])("serves %s at %s", (file, address) => expect(pageAddress(file)).toBe(address));

  it.each([
    ["try.md", "operate.md#backup", { kind: "page", file: "operate.md", anchor: "backup" }],
    ["reference/actions/sql.md", "../schema.md", { kind: "page", file: "reference/schema.md", anchor: "" }],
    ["try.md", "#next", { kind: "page", file: "try.md", anchor: "next" }],
    ["try.md", "../screenshots/a.webp", { kind: "image", file: "docs/screenshots/a.webp" }],
    ["growth.md", "charts/a.svg", { kind: "image", file: "docs/guide/charts/a.svg" }],
    ["try.md", "../../ARCHITECTURE.md", { kind: "repository", path: "ARCHITECTURE.md" }],
    ["try.md", "https://example.gov/", { kind: "address", href: "https://example.gov/" }],
    ["try.md", "/docs", { kind: "address", href: "/docs" }],
  ])("resolves a link in %s to %s", (file, href, target) => expect(resolveLink(file, href)).toEqual(target));
});

describe("pages", () => {
  const options = { file: "try.md" };

  it("gives headings the ids that GitHub gives them", () => {
    const page = renderPage("# Try it\n\n## Back up `data/`\n\n## Back up `data/`\n", options);
    expect(page.title).toBe("Try it");
    expect(page.headings.map(({ id }) => id)).toEqual(["back-up-data", "back-up-data-1"]);
    expect(page.sections.map(({ heading }) => heading.id)).toEqual(["try-it", "back-up-data", "back-up-data-1"]);
  });

  it("escapes code and text", () => {
    const { html } = renderPage('# T\n\na < b & "c"\n\n```html\n<script>\n```\n', options);
    expect(html).toContain("a &lt; b &amp; &quot;c&quot;");
    expect(html).toContain("&lt;script&gt;");
  });

  it("rejects raw HTML", () => {
    expect(() => renderPage("# T\n\n<b>bold</b>\n", options)).toThrow("raw HTML is not allowed");
    expect(() => renderPage("no title", options)).toThrow("has no");
  });

  it("makes a fragment without title and ids, one heading level down", () => {
    const { html } = renderPage("# T\n\n## Keys\n\ntext\n", { ...options, isFragment: true });
    expect(html).toBe("<h3>Keys</h3>\n<p>text</p>\n");
  });

  it("collects the text below each heading without Markdown marks", () => {
    const { sections } = renderPage(
      "# T\n\nSee [the log](log.md).\n\n## Keys\n\n| a | b |\n|---|---|\n| `c` | d |\n",
      options,
    );
    expect(sections.map(({ text }) => text.trim())).toEqual(["See the log.", "a b c d"]);
  });
});

describe("links", () => {
  const contents = parseContents("## A\n- [Try it](try.md): x\n- [Gone](gone.md): x\n");

  it("reports broken links, unlisted and missing pages", () => {
    const pages = new Map([
      ["README.md", renderPage("# Guide\n\n[a](try.md#no) [b](nowhere.md) [c](try.md#yes)", { file: "README.md" })],
      ["try.md", renderPage("# T\n\n## Yes\n", { file: "try.md" })],
      ["extra.md", renderPage("# E\n", { file: "extra.md" })],
    ]);
    expect(findBrokenLinks(pages, contents)).toEqual([
      "docs/guide/README.md: broken link to try.md#no",
      "docs/guide/README.md: broken link to nowhere.md#",
      "docs/guide/extra.md: not listed in docs/guide/README.md",
      "docs/guide/README.md: lists gone.md, which does not exist",
    ]);
  });
});

describe("layout", () => {
  it("marks the current page and links its neighbors", () => {
    const page = renderPage("# Actions\n\n## One\n\n## Two\n", { file: "reference/actions/README.md" });
    const template =
      "<title>GUIDE_TITLE</title><!-- guide:navigation --><!-- guide:content --><!-- guide:neighbors -->";
    const html = layOutPage(template, "reference/actions/README.md", page, parseContents(CONTENTS));
    expect(html).toContain("<title>Actions</title>");
    expect(html).toContain('<a href="/docs/guide/reference/actions" aria-current="page">Actions</a>');
    expect(html).toContain('<a rel="prev" href="/docs/guide/try"><span>Previous:</span> Try it</a>');
    expect(html).toContain('<a rel="next" href="/docs/guide/reference/actions/sql"><span>Next:</span> SQL</a>');
    expect(html).toContain('<a href="#two">Two</a>');
  });
});
