// What happens to a run that a crash has interrupted.
import type { Choice } from "../ui/field.ts";
import { watcherFormText } from "./form-text.ts";

export function resumeChoices(): Choice[] {
  const { resume } = watcherFormText();
  return (["Automatic", "Manual"] as const).map((value) => ({ value, ...resume[value] }));
}
