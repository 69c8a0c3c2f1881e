import { expect, it } from "vitest";
import { dueForRenewal } from "./subscription-record.ts";

it("renews each subscription once a day", () => {
  const now = Date.parse("2026-05-02T12:00:00Z");
  const at = (time: string) => ({ id: "x", language: "en", renewedAt: Date.parse(time) });
  const record = {
    1: at("2026-05-01T12:00:00Z"),
    2: at("2026-05-01T12:00:01Z"),
    // A clock that was wrong.
    3: at("2030-01-01T00:00:00Z"),
  };
  expect(dueForRenewal(record, now)).toEqual([1, 3]);
  expect(dueForRenewal({ 4: { id: "x", language: "en", renewedAt: Number.NaN } }, now)).toEqual([4]);
});
