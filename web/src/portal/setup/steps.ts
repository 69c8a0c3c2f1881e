// What each step of the setup is about. Pure.
import type { Setup, SetupStep } from "../../data/setup.ts";

export interface StepText {
  title: string;
  /** What to do, as a sentence. */
  task: string;
  /** The label of the link while the step is open. */
  linkLabel: string;
}

const STEPS: Record<SetupStep["step"], StepText> = {
  city: {
    title: "City and coordinates",
    task: "Enter the name and time zone of your city, and choose the coordinate system of its maps.",
    linkLabel: "Set up the city",
  },
  facilities: {
    title: "Facilities",
    task: "Upload a CSV or GeoJSON file with the places to protect, such as pools, parks and stadiums.",
    linkLabel: "Import facilities",
  },
  credential: {
    title: "Credential",
    task: "Add the app registration that may read the mailbox, then test it.",
    linkLabel: "Add a credential",
  },
  watcher: {
    title: "Watcher",
    task: "Choose the mailbox that receives the vendor’s emails, and enable the watcher.",
    linkLabel: "Set up the watcher",
  },
  layout: {
    title: "Vendor layout",
    task: "Import a ready workflow that matches the vendor’s emails, then wait for the first one or replay an old one.",
    linkLabel: "Set up the actions",
  },
  screens: {
    title: "Screens",
    task: "Open the storm page, and put the public page or the element on the screens of your facilities.",
    linkLabel: "Open the storm page",
  },
  alerts: {
    title: "Alerts",
    task: "Set operator.email, smtp.url and smtp.from in the configuration, restart the service, and send a test email.",
    linkLabel: "Open the system page",
  },
};

export function stepText(step: SetupStep): StepText {
  return STEPS[step.step];
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
  return open === 0 ? `All ${all} steps are done.` : `${all - open} of ${all} steps done.`;
}
