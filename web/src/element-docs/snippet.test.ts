import { expect, test } from "vitest";
import { snippetHtml } from "./snippet.ts";

const HOME = "https://storm.example.gov";
const SCRIPT = `<script type="module" src="${HOME}/facility-lightning-status.js"></script>\n`;

test.each<[string, [string, string][], string]>([
  [
    "a facility",
    [["facility-id", "12"]],
    `<facility-lightning-status facility-id="12">\n  <a href="${HOME}/f/12.txt">Lightning status</a>\n</facility-lightning-status>`,
  ],
  ["no facility", [["facility-id", ""]], "<facility-lightning-status></facility-lightning-status>"],
  [
    "an empty attribute",
    [
      ["radius-miles", " "],
      ["lang", "es"],
    ],
    '<facility-lightning-status lang="es"></facility-lightning-status>',
  ],
  [
    "a value with markup",
    [["lang", '"><b a="&']],
    '<facility-lightning-status lang="&quot;>&lt;b a=&quot;&amp;"></facility-lightning-status>',
  ],
])("%s becomes a tag", (_, attributes, tag) => {
  expect(snippetHtml(HOME, attributes)).toBe(SCRIPT + tag);
});
