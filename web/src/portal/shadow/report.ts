// What a trial on old messages reports, as texts. Pure.
import type { ShadowDifference, ShadowMessage, ShadowRun } from "../../data/shadow-run.ts";
import type { Tone } from "../ui/badge.ts";
import { shadowText } from "./text.ts";

export type Verdict = ShadowMessage["result"];

/** Worst first. */
export const VERDICTS = ["Broken", "Changed", "Unreadable", "Unchanged"] as const satisfies readonly Verdict[];

const TONES: Record<Verdict, Tone> = { Broken: "bad", Changed: "warn", Unreadable: "idle", Unchanged: "good" };

export function verdictTone(verdict: Verdict): Tone {
  return TONES[verdict];
}

/** “3 messages tried: 1 would fail, 2 unchanged.” Counts of zero are left out. */
export function reportText(run: ShadowRun): string {
  const text = shadowText();
  const counts: Record<Verdict, number> = {
    Broken: run.broken,
    Changed: run.changed,
    Unreadable: run.unreadable,
    Unchanged: run.unchanged,
  };
  const shown = VERDICTS.filter((verdict) => counts[verdict] > 0);
  const first =
    shown.length === 0
      ? text.none
      : `${text.tried(run.messages.length)} ${shown.map((verdict) => text.counts[verdict](counts[verdict])).join(", ")}.`;
  return [
    first,
    ...(run.excluded > 0 ? [text.excluded(run.excluded)] : []),
    ...(run.leftOut > 0 ? [text.leftOut(run.leftOut)] : []),
    ...(run.truncated ? [text.truncated] : []),
  ].join(" ");
}

export function differenceTitle({ action, phase, kind }: ShadowDifference): string {
  const text = shadowText();
  return `${action === "" ? text.wholeMessage : text.phase(action, phase)}: ${text.kind[kind]}`;
}

/** One side of a difference. A text is shown as it is, everything else as JSON. */
export function sideText(value: unknown): string {
  if (value === null || value === undefined) return shadowText().nothing;
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}
