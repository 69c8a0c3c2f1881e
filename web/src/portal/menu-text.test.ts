import { expect, test } from "vitest";
import { menuText } from "./menu-text.ts";
import { navItems } from "./route.ts";

/** The same in both languages. */
const SAME = ["Tokens"];

test("every item of the menu has a Spanish text", () => {
  for (const { label } of navItems("admin"))
    if (!SAME.includes(label)) expect(menuText(label, "es"), label).not.toBe(label);
});

test("English stays as it is", () => {
  for (const { label } of navItems("admin")) expect(menuText(label, "en")).toBe(label);
});
