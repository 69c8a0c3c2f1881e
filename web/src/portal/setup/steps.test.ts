import { expect, test } from "vitest";
import type { Setup, SetupStep } from "../../data/setup.ts";
import { isUntouched, openStepCount, progressText, stepText } from "./steps.ts";

const NAMES = ["city", "facilities", "credential", "watcher", "layout", "screens", "alerts"] as const;

function setup(...done: SetupStep["step"][]): Setup {
  const steps = NAMES.map((step) => ({ step, isDone: done.includes(step), state: "", page: "/portal/setup" }));
  return { isComplete: done.length === NAMES.length, steps };
}

test("progress counts the steps that are done", () => {
  expect([openStepCount(setup()), progressText(setup())]).toEqual([7, "0 of 7 steps done."]);
  expect(progressText(setup("city", "alerts"))).toBe("2 of 7 steps done.");
  expect(progressText(setup(...NAMES))).toBe("All 7 steps are done.");
});

test("a service is untouched until mail or facilities are set up", () => {
  expect(isUntouched(setup("city", "alerts"))).toBe(true);
  expect(isUntouched(setup("facilities"))).toBe(false);
  expect(isUntouched(setup("credential"))).toBe(false);
});

test.each(NAMES)("%s says what to do", (step) => {
  const text = stepText({ step, isDone: false, state: "", page: "" });
  expect(text.task).toMatch(/^[A-Z].*\.$/);
});
