import { afterEach, expect, test } from "vitest";
import { setPageLanguage } from "../../status-text/page-language.ts";
import { layoutText, workflowText } from "./gallery-names.ts";
import { GALLERY_TEXT } from "./gallery-text.ts";

const LAYOUTS = Object.keys(
  import.meta.glob("../../../../docs/examples/extract/*/layout.json", { query: "?raw", import: "default" }),
).map((path) => path.split("/").at(-2) ?? "");

const WORKFLOWS = Object.values(
  import.meta.glob<string>("../../../../crates/workflow/src/gallery/mod.rs", {
    query: "?raw",
    import: "default",
    eager: true,
  }),
).flatMap((source) => [...source.matchAll(/Workflow \{\s+name: "([^"]+)"/g)].map(([, name = ""]) => name));

afterEach(() => setPageLanguage("en"));

const layout = (name: string) => ({ name, title: "As it is", description: "Of the service.", config: {}, sample: "" });

test("every mail format of the gallery has Spanish texts, and no other", () => {
  expect(Object.keys(GALLERY_TEXT.es.layouts).sort()).toEqual(LAYOUTS.sort());
});

test("every ready workflow has Spanish texts, and no other", () => {
  expect(Object.keys(GALLERY_TEXT.es.workflows).sort()).toEqual(WORKFLOWS.sort());
});

test("a workflow is shown in the language of the page", () => {
  const workflow = { name: "Email when a status changes", description: "Of the service.", actions: [] };
  expect(workflowText(workflow).title).toBe(workflow.name);
  setPageLanguage("es");
  expect(workflowText(workflow).title).toBe("Correo cuando cambia un estado");
});

test("a mail format is shown in the language of the page", () => {
  expect(layoutText(layout("paragraphs")).title).toBe("As it is");
  setPageLanguage("es");
  expect(layoutText(layout("paragraphs")).title).toBe("Párrafos");
});

test.each(["later-format", "constructor"])("the unknown format %s is shown as the service describes it", (name) => {
  setPageLanguage("es");
  expect(layoutText(layout(name))).toEqual({ title: "As it is", description: "Of the service." });
});
