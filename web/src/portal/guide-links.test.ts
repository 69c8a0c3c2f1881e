import { slug } from "github-slugger";
import { expect, test } from "vitest";
import { actionGuidePath, GUIDE_PAGES, type GuidePage, guideLink, watcherGuidePage } from "./guide-links.ts";

const FILES = import.meta.glob<string>("../../../docs/guide/**/*.md", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** Whether the guide has the page and, if the path names a section, the heading. */
function exists(path: string): boolean {
  const [page = "", anchor] = path.split("#");
  const file = Object.keys(FILES).find((name) => name.endsWith(`${page}.md`) || name.endsWith(`${page}/README.md`));
  const headings = (FILES[file ?? ""] ?? "").matchAll(/^#+ (.+)$/gm);
  return file !== undefined && (anchor === undefined || [...headings].some(([, text]) => slug(text ?? "") === anchor));
}

test.each(Object.keys(GUIDE_PAGES) as GuidePage[])("the guide section of %s exists", (page) => {
  expect(exists(guideLink(page).path)).toBe(true);
});

test("a page links to its guide section", () => {
  expect(guideLink("log")).toEqual({
    path: "/docs/guide/watch-a-mailbox#find-out-what-happened-to-a-message",
    topic: "the log",
  });
  expect(exists("/docs/guide/watch-a-mailbox#nothing")).toBe(false);
});

test("watchers of files and of status changes have their own pages", () => {
  expect(guideLink(watcherGuidePage("Mailbox", "watcher")).path).toBe("/docs/guide/watch-a-mailbox#settings");
  expect(guideLink(watcherGuidePage("File", "watcher-new")).path).toBe("/docs/guide/watch-a-folder#add-the-watcher");
  expect(guideLink(watcherGuidePage("StatusEvent", "watcher")).path).toContain("status-workflows");
});

test.each([
  ["TextExtract", "text-extract"],
  ["Sql", "sql"],
  ["Http", "http"],
  ["Condition", "condition"],
  ["Data", "data"],
  ["Email", "email"],
  ["Chat", "chat"],
  ["WorkOrder", "work-order"],
])("the guide page of %s is %s", (actionType, name) => {
  expect(actionGuidePath(actionType)).toBe(`/docs/guide/reference/actions/${name}`);
  expect(exists(actionGuidePath(actionType))).toBe(true);
});
