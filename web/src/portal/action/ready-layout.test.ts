import { expect, test } from "vitest";
import { layoutOptions, readsMail, withLayout } from "./ready-layout.ts";

const layout = {
  name: "pipe",
  title: "Lines with |",
  description: "",
  config: { Op: { Strict: true } },
  sample: "a|b",
};
const step = (actionType: string) => ({ name: actionType, actionType, config: {}, isPhaseOne: true });
const template = {
  settings: {},
  workflow: { name: "Ingest", description: "", actions: [step("TextExtract"), step("Sql")] },
};

test("the template's own format is the first option", () => {
  expect(layoutOptions([layout]).map(([value]) => value)).toEqual(["", "pipe"]);
});

test("a layout replaces the config of the extraction alone", () => {
  const actions = withLayout(template, layout).workflow.actions;
  expect(actions.map(({ config }) => config)).toEqual([layout.config, {}]);
  expect(template.workflow.actions[0]?.config).toEqual({});
  expect(withLayout(template, undefined)).toBe(template);
});

test("only a workflow with an extraction reads mail", () => {
  expect(readsMail(template)).toBe(true);
  expect(readsMail({ ...template, workflow: { ...template.workflow, actions: [step("Sql")] } })).toBe(false);
  expect(readsMail({ ...template, workflow: { ...template.workflow, kind: "File" } })).toBe(false);
});
