import { expect, test } from "vitest";
import type { Action } from "../../data/action.ts";
import type { JsonObject } from "../../data/json.ts";
import { laterActions, targetKey, userOfField, userOfTarget } from "./field-uses.ts";

function action(name: string, config: JsonObject, id = 1): Action {
  return { id, name, actionType: "Sql", config, order: id, isPhaseOne: true, warnings: [] } as Action;
}

const SOURCE = { Op: { Action: "Merge", Target: "data.LightningStrike", Source: "$.Extract.Items" } };

test.each<[JsonObject, string, boolean]>([
  [{ ...SOURCE, MatchOn: ["Timestamp", "Name"] }, "Name", true],
  [{ ...SOURCE, matchOn: ["name"] }, "Name", true],
  [{ ...SOURCE, MatchOn: ["Timestamp"] }, "Time", false],
  [{ Op: { Source: "$.Other.Items" }, MatchOn: ["Name"] }, "Name", false],
  [{ ...SOURCE, MatchOn: ["Name"], FieldMap: { Name: "Title" } }, "Name", false],
  [{ ...SOURCE, MatchOn: ["Name"], FieldMap: { Name: "Title" } }, "Title", true],
  [{ ...SOURCE, FieldMap: { Latitude: "Position.Lat" } }, "Position", true],
  [{ FieldMap: { First: "$.Extract.Items[0].Name" } }, "Name", true],
  [{ FieldMap: { First: "$.Extract.Items[*]['Name']" } }, "Name", true],
  [{ FieldMap: { First: "$.Extract.Items[0].NameOfStorm" } }, "Name", false],
  [{ When: { All: [{ Path: "$.Extract.Items[*].Type", Is: "Exists" }] } }, "Type", true],
  [{ Op: { Text: "{% for s in Extract.Items %}{{ s.Name }}{% endfor %}" } }, "Name", true],
  [{ Op: { Text: "{{ Extract.Count }} strikes. Name them." } }, "Name", false],
  [{ Op: { Text: "{{ $.OldExtract.Items[0].Name }}" } }, "Name", false],
])("%j uses the field %s: %s", (config, field, isUsed) => {
  expect(userOfField([action("Store strikes", config)], "Extract", field)?.name ?? null).toBe(
    isUsed ? "Store strikes" : null,
  );
});

test("field names are no patterns", () => {
  const uses = action("Use", { Data: { A: "$.Extract.Items[0]['A+(b)']" } });
  expect(userOfField([uses], "Extract", "A+(b)")).toBe(uses);
  expect(userOfField([uses], "Extract", "A.")).toBeNull();
});

test.each<[JsonObject, string, boolean]>([
  [SOURCE, "Extract", true],
  [SOURCE, "Extrac", false],
  [{ Op: { Subject: "{{ $.Extract.Count }} strikes" } }, "Extract", true],
  [{ Op: { Subject: "{% if Extract.Count %}x{% endif %}" } }, "Extract", true],
  [{ Op: { Subject: "Extract of the report" } }, "Extract", false],
  [{ Op: { Source: "$.Other.Extract" } }, "Extract", false],
])("%j uses $.%s: %s", (config, target, isUsed) => {
  expect(userOfTarget([action("A", config)], target) !== null).toBe(isUsed);
});

test("only actions below count, and all of them for a new action", () => {
  const actions = [action("One", {}, 1), action("Two", {}, 2), action("Three", {}, 3)];
  expect(laterActions(actions, 2).map(({ name }) => name)).toEqual(["Three"]);
  expect(laterActions(actions, null)).toHaveLength(3);
});

test.each<[JsonObject, string]>([
  [{}, "Extract"],
  [{ Op: { Target: "" } }, "Extract"],
  [{ op: { target: "$.Rows" } }, "Rows"],
])("%j writes to %s", (config, key) => {
  expect(targetKey(config)).toBe(key);
});
