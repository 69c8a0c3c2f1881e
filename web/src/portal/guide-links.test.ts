import { expect, test } from "vitest";
import { actionGuidePath, guideLink } from "./guide-links.ts";

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
});
