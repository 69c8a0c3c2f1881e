import { expect, test } from "vitest";
import { actionGuidePath, GUIDE_PAGES, guideLink } from "./guide-links.ts";

const FILES = Object.keys(import.meta.glob("../../../docs/guide/**/*.md"));

function exists(path: string): boolean {
  return FILES.some((file) => file.endsWith(`${path}.md`) || file.endsWith(`${path}/README.md`));
}

test.each(Object.keys(GUIDE_PAGES) as (keyof typeof GUIDE_PAGES)[])("the guide page of %s exists", (page) => {
  expect(exists(guideLink(page).path)).toBe(true);
});

test("a page links to its guide page", () => {
  expect(guideLink("watchers")).toEqual({ path: "/docs/guide/watch-a-mailbox", topic: "watchers" });
  expect(guideLink("credential")).toEqual({ path: "/docs/guide/microsoft-365", topic: "credentials" });
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
])("the guide page of %s is %s", (actionType, slug) => {
  expect(actionGuidePath(actionType)).toBe(`/docs/guide/reference/actions/${slug}`);
  expect(exists(actionGuidePath(actionType))).toBe(true);
});
