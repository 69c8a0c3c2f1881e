// No page of the portal contains English in its code: every text is in a file that has both languages.
import ts from "typescript";
import { expect, test } from "vitest";

const SOURCES = import.meta.glob<string>(["./**/*.ts", "!./**/*.test.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});

/** Names, which are the same in every language. */
const NAMES = ["stormwire"];

const READ_ALOUD = "aria-label|data-label|title|label|hint|notice|question|detail|headline|message|placeholder";
const TEXT_ATTRIBUTE = new RegExp(`\\s(?:${READ_ALOUD}|[a-z]+-label)="([^"]*)"`, "g");
const LABEL_KEYS = ["label", "hint", "title", "text", "message", "detail", "question", "linkLabel", "submitLabel"];
const LABEL_CALLS = ["heading", "backLink", "badge", "showStatus"];

/** In place of an expression of a template. */
const GAP = "\u0000";

function untranslated(source: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return;
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === "html")
      found.push(...templateTexts(textOf(node.template)));
    else if (isProse(node) || isLabel(node)) found.push(textOf(node));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("page.ts", source, ts.ScriptTarget.Latest, true));
  return found;
}

type Text = ts.StringLiteral | ts.TemplateLiteral;

function isText(node: ts.Node): node is Text {
  return ts.isStringLiteral(node) || ts.isTemplateExpression(node) || ts.isNoSubstitutionTemplateLiteral(node);
}

function textOf(text: Text): string {
  if (!ts.isTemplateExpression(text)) return text.text;
  return [text.head.text, ...text.templateSpans.map(({ literal }) => literal.text)].join(GAP);
}

/** Text between tags, and attributes that are shown or read aloud. Code is the same in every language. */
function templateTexts(template: string): string[] {
  const attributes = [...template.matchAll(TEXT_ATTRIBUTE)].map(([, value]) => value ?? "");
  const texts = template
    .replace(/<code>[^<]*<\/code>/g, "")
    .replace(/<[^>]*>/g, GAP)
    .split(GAP);
  return [...texts, ...attributes.flatMap((value) => value.split(GAP))]
    .map((text) => text.trim())
    .filter((text) => /\p{L}{2}/u.test(text) && !NAMES.includes(text));
}

/** Several words that start with a capital letter, or that end as a sentence does. */
function isProse(node: ts.Node): node is Text {
  if (!isText(node) || ts.isTaggedTemplateExpression(node.parent)) return false;
  return /^\s*\p{Lu}\p{L}* [^A-Z]*\p{Ll}{2}|\p{Ll}{2} .*\p{Ll}[.?…]$/u.test(textOf(node));
}

/** A single word counts where only a text for people can be. */
function isLabel(node: ts.Node): node is Text {
  if (!isText(node) || !/^\s*\p{Lu}\p{Ll}/u.test(textOf(node))) return false;
  const { parent } = node;
  if (ts.isPropertyAssignment(parent)) return LABEL_KEYS.includes(parent.name.getText());
  return ts.isCallExpression(parent) && LABEL_CALLS.includes(parent.expression.getText());
}

// In the samples, `@{` is the start of an expression.
test.each([
  ["html`<p>Hello there</p>`", "Hello there"],
  ["html`<p>@{name} was saved.</p>`", "was saved."],
  ['html`<a aria-label="Show all" href="/x">@{icon}</a>`', "Show all"],
  ['html`<p>@{items.map((item) => html`<b class="big">Total</b>`)}</p>`', "Total"],
  ["showStatus(`“@{name}” is enabled.`)", `“${GAP}” is enabled.`],
  ['reject({ name: "Enter a name." })', "Enter a name."],
  ['textField({ name: "name", label: "Name" })', "Name"],
  ['badge("bad", "Failed")', "Failed"],
])("%s contains English", (source, text) => {
  expect(untranslated(source.replaceAll("@{", "${"))).toContain(text);
});

test.each([
  'html`<p class="quiet reason">@{text.title}: <code>operator.email</code></p>`',
  'html`<a class="brand" href=@{HOME_PATH}>stormwire</a>`',
  'element.querySelector("storm-confirm button.second")',
  'import { html } from "lit";',
  'badge("bad", text.failed)',
])("%s contains no English", (source) => {
  expect(untranslated(source.replaceAll("@{", "${"))).toEqual([]);
});

/** Spanish texts by the English texts of the service. */
const SPANISH_FILE = "./action/hint-text.ts";

const PAGES = Object.keys(SOURCES).filter((path) => path !== SPANISH_FILE && !SOURCES[path]?.includes("localized("));

test.each(PAGES)("%s contains no English", (path) => {
  expect(untranslated(SOURCES[path] ?? "")).toEqual([]);
});
