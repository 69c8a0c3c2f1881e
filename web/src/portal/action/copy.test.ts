import { expect, test } from "vitest";
import { copyOf, MASK } from "./copy.ts";

const ACTION = {
  id: 7,
  order: 3,
  name: "Call",
  actionType: "Http",
  isPhaseOne: true,
  credentialId: 2,
  warnings: ["w"],
};

test("a copy asks for the secrets", () => {
  const op = { Url: "https://a.example", Headers: { "X-Key": MASK, "a.b": MASK }, ExpectStatus: [200] };
  const { input, secrets } = copyOf({ ...ACTION, config: { Op: op } });
  expect(secrets).toEqual(["Op.Headers.X-Key", "Op.Headers.a.b"]);
  expect(input).toEqual({
    name: "Call (copy)",
    actionType: "Http",
    isPhaseOne: true,
    credentialId: 2,
    config: { Op: { ...op, Headers: { "X-Key": "", "a.b": "" } } },
  });
});

test("a copy without secrets is complete", () => {
  const { input, secrets } = copyOf({ ...ACTION, name: "x".repeat(200), config: { Data: { A: null } } });
  expect([secrets, input.name.length, input.config]).toEqual([[], 200, { Data: { A: null } }]);
});
