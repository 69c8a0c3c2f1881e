import { expect, test } from "vitest";
import type { WorkflowTemplate } from "../../data/workflow.ts";
import { offeredWorkflows } from "./offered.ts";

const template = (name: string): WorkflowTemplate => ({
  workflow: { name, description: "", actions: [] },
  settings: {},
});
const ALL = ["Lightning ingest", "Lightning ingest with facility mail", "Lightning ingest from CSV files"].map(
  template,
);

test.each([
  ["File" as const, ["Lightning ingest from CSV files"]],
  ["Mailbox" as const, ["Lightning ingest", "Lightning ingest with facility mail"]],
])("a watcher of the kind %s is offered %j", (kind, names) => {
  expect(offeredWorkflows(ALL, kind).map(({ workflow }) => workflow.name)).toEqual(names);
});
