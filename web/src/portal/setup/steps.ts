// What each step of the setup is about. Pure.
import type { Setup, SetupStep } from "../../data/setup.ts";
import { setupText } from "./text.ts";

export interface StepText {
  title: string;
  /** What to do, as a sentence. */
  task: string;
  /** The label of the link while the step is open. */
  linkLabel: string;
}

export function stepText(step: SetupStep): StepText {
  return setupText().steps[step.step];
}

export function openStepCount(setup: Setup): number {
  return setup.steps.filter(({ isDone }) => !isDone).length;
}

/** Nothing was set up yet: an administrator who signs in starts with the checklist. */
export function isUntouched(setup: Setup): boolean {
  const started: SetupStep["step"][] = ["facilities", "credential", "watcher", "layout"];
  return setup.steps.every(({ step, isDone }) => !isDone || !started.includes(step));
}

export function progressText(setup: Setup): string {
  const open = openStepCount(setup);
  const all = setup.steps.length;
  return open === 0 ? setupText().allDone(all) : setupText().someDone(all - open, all);
}
