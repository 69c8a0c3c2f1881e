import { expect, test } from "vitest";
import { MAX_LEADER_SILENCE_MS, nextTabStep, type TabRole, type TabStep } from "./tab-role.ts";

test.each<[TabRole, boolean, number, TabStep]>([
  ["apart", true, 0, "join"],
  ["apart", false, 0, "leave"],
  ["following", true, MAX_LEADER_SILENCE_MS, "wait"],
  ["following", true, MAX_LEADER_SILENCE_MS + 1, "takeOver"],
  ["following", false, MAX_LEADER_SILENCE_MS + 1, "leave"],
  ["leading", true, MAX_LEADER_SILENCE_MS + 1, "connect"],
  ["leading", false, 0, "leave"],
  ["alone", true, MAX_LEADER_SILENCE_MS + 1, "connect"],
  ["alone", false, 0, "leave"],
])("a tab that is %s (needs a stream: %s, silence %i) does: %s", (role, isAllowed, leaderSilentMs, step) => {
  expect(nextTabStep({ role, isAllowed, leaderSilentMs })).toBe(step);
});
