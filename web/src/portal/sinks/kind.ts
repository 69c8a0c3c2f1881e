// What the form says about each kind of sink. Pure.
import { SINK_KINDS } from "../../data/sink-kind.ts";
import type { Choice } from "../ui/field.ts";
import { sinkText } from "./text.ts";

export interface KindText {
  label: string;
  hint: string;
  urlLabel: string;
  urlHint: string;
  secretLabel: string;
  /** For a sink that has no secret yet. */
  secretHint: string;
  /** Null for a kind that always has a secret. */
  removal: { label: string; hint: string } | null;
  /** A topic of a broker always has the current status, so there is nothing to choose. */
  choosesStatuses: boolean;
}

/** The choices of the form. */
export function kindChoices(): Choice[] {
  return SINK_KINDS.map((value) => ({ value, label: kindText(value).label, hint: kindText(value).hint }));
}

/** A newer service may have more kinds. */
export function kindText(kind: string): KindText {
  const { kinds } = sinkText();
  const known = SINK_KINDS.find((one) => one === kind);
  if (known === undefined) return { ...kinds.Webhook, label: kind, hint: "", choosesStatuses: true };
  return { ...kinds[known], choosesStatuses: known !== "Mqtt" };
}
