import { expect, test } from "vitest";
import { actionSummary } from "./summary.ts";

test.each([
  [{}, "not configured"],
  [
    { Op: { Action: "Extract", Source: "$._RawBody" }, Fields: { Lat: {}, Lng: {} } },
    "Extract, from $._RawBody, 2 fields",
  ],
  [
    { op: { action: "Merge", target: "data.LightningStrike", source: "$.Extract.Items" } },
    "Merge, from $.Extract.Items, into data.LightningStrike",
  ],
  [{ Op: { Action: "Post", Url: "https://example.gov" } }, "Post, at https://example.gov"],
])("%j is “%s”", (config, text) => {
  expect(actionSummary({ config })).toBe(text);
});
