// What happens to a run that a crash has interrupted.
import type { Choice } from "../ui/field.ts";

export const RESUME_CHOICES: readonly Choice[] = [
  {
    value: "Automatic",
    label: "Resume automatically",
    hint: "An interrupted message continues if everything that may have run is safe to repeat.",
  },
  {
    value: "Manual",
    label: "Wait for an operator",
    hint: "An interrupted message waits until someone retries it.",
  },
];
