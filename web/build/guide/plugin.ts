// Builds the guide: docs/guide/*.md to dist/guide/*.html, one HTML fragment per action type for the portal's forms, and
// the texts that the search looks through. Vite has built guide.html before, with the names of its style sheet and script.
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { pageAddress, pageName } from "./address.ts";
import { findBrokenLinks } from "./check.ts";
import { CONTENTS_FILE, parseContents } from "./contents.ts";
import { layOutPage } from "./layout.ts";
import { type RenderedPage, renderPage } from "./render.ts";

const REPOSITORY = fileURLToPath(new URL("../../..", import.meta.url));
const SOURCE = join(REPOSITORY, "docs/guide");
const ACTION_PAGE = /^reference\/actions\/(?!README)/;

export function guide(): Plugin {
  let dist = "dist";
  return {
    name: "guide",
    apply: "build",
    configResolved(config) {
      dist = config.build.outDir;
    },
    // Before closeBundle, where files are compressed.
    async writeBundle() {
      await buildGuide(dist);
    },
  };
}

async function buildGuide(dist: string): Promise<void> {
  const sources = await readSources();
  const pages = new Map([...sources].map(([file, markdown]) => [file, renderPage(markdown, { file })]));
  const contents = parseContents(sources.get(CONTENTS_FILE) ?? "");
  const broken = findBrokenLinks(pages, contents);
  if (broken.length > 0) throw new Error(broken.join("\n"));

  const templateFile = join(dist, "guide.html");
  const template = await readFile(templateFile, "utf8");
  for (const [file, page] of pages) {
    const name = pageName(file) || "index";
    await write(join(dist, "guide", `${name}.html`), layOutPage(template, file, page, contents));
    for (const image of page.images)
      await cp(join(REPOSITORY, image), join(dist, "guide/images", image.split("/").at(-1) ?? ""));
  }
  for (const [file, markdown] of sources) {
    if (!ACTION_PAGE.test(file)) continue;
    const fragment = renderPage(markdown, { file, isFragment: true });
    await write(join(dist, "guide", `${pageName(file)}.fragment.html`), fragment.html);
  }
  await write(join(dist, "guide/search.json"), JSON.stringify(searchEntries(pages)));
  await rm(templateFile);
}

async function readSources(): Promise<Map<string, string>> {
  const entries = await readdir(SOURCE, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith(".md"));
  const paths = files.map((entry) => relative(SOURCE, join(entry.parentPath, entry.name)).split(sep).join("/"));
  return new Map(
    await Promise.all(paths.sort().map(async (path) => [path, await readFile(join(SOURCE, path), "utf8")] as const)),
  );
}

function searchEntries(pages: Map<string, RenderedPage>): object[] {
  return [...pages].flatMap(([file, page]) =>
    page.sections.map(({ heading, text }) => ({
      id: heading.level === 1 ? pageAddress(file) : `${pageAddress(file)}#${heading.id}`,
      page: page.title,
      heading: heading.text,
      text,
    })),
  );
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
