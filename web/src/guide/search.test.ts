import { describe, expect, it } from "vitest";
import { excerptAroundTerms } from "./excerpt.ts";
import { SearchIndex } from "./search-index.ts";

const index = new SearchIndex([
  { id: "/docs/guide/operate", page: "Operate", heading: "Operate", text: "Keep it running for years." },
  {
    id: "/docs/guide/operate#backup",
    page: "Operate",
    heading: "Back up",
    text: "Copy the data folder and the key file.",
  },
  { id: "/docs/guide/try", page: "Try it", heading: "Try it", text: "Run make demo; a backup is not needed." },
]);

describe("search", () => {
  it("finds a section by the start of a word in its text", () => {
    expect(index.search("fold").map(({ address }) => address)).toEqual(["/docs/guide/operate#backup"]);
  });

  it("forgives a typing error", () => {
    expect(index.search("opperate")[0]?.address).toBe("/docs/guide/operate");
  });

  it("requires every word", () => {
    expect(index.search("backup demo").map(({ address }) => address)).toEqual(["/docs/guide/try"]);
  });
});

describe("excerpt", () => {
  const text = `${"before ".repeat(40)}the needle ${"after ".repeat(40)}`;

  it("shows the text around the first match, cut at words", () => {
    const cut = excerptAroundTerms(text, ["needle"]);
    expect(cut).toMatch(/^… before/);
    expect(cut).toContain("the needle after");
    expect(cut).toMatch(/after …$/);
  });

  it("starts at the beginning when nothing matches", () => {
    expect(excerptAroundTerms("short text", ["other"])).toBe("short text");
  });
});
