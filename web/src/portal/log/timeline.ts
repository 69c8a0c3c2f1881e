// The processing of a message from detection to its final status, as text with times. Pure.
import type { LogDetail } from "../../data/log.ts";
import { elapsedText } from "../time.ts";
import type { Tone } from "../ui/badge.ts";
import { commonText } from "../ui/text.ts";
import { timelineText } from "./timeline-text.ts";

export interface TimelineEntry {
  tone: Tone;
  title: string;
  text: string;
  at: string | null;
}

const FINAL_STATUSES = ["Success", "Failed", "Skipped"];

export function statusTone(status: string): Tone {
  if (status === "Success") return "good";
  if (status === "Failed") return "bad";
  return status === "Skipped" || status === "None" ? "idle" : "busy";
}

type LoggedMessage = Omit<LogDetail, "workflowRunId" | "mailboxWatcherJobId" | "id">;

/** Detection, claim, phase 1, disposition and phase 2, as far as they have happened. */
export function buildTimeline(
  log: LoggedMessage,
  watcher: { moveOnProcess: boolean; isEnabled: boolean } | null,
): TimelineEntry[] {
  const entries = [receivedEntry(log), detectedEntry(log)].filter((entry) => entry !== null);
  if (log.status === "Detected") {
    const isDisabled = watcher !== null && !watcher.isEnabled;
    return [
      ...entries,
      {
        tone: "busy",
        title: timelineText().queued,
        text: isDisabled ? timelineText().watcherDisabled : timelineText().isQueued,
        at: null,
      },
    ];
  }
  if (log.status === "Skipped")
    return [
      ...entries,
      {
        tone: "idle",
        title: timelineText().skipped,
        text: log.errorMessage ?? timelineText().noMatch,
        at: log.processedAt ?? null,
      },
    ];
  return [...entries, ...phaseEntries(log, 1), ...disposition(log, watcher), ...phaseEntries(log, 2)];
}

function receivedEntry(log: LoggedMessage): TimelineEntry | null {
  if (!log.receivedAt) return null;
  return {
    tone: "good",
    title: timelineText().received,
    text: timelineText().receivedFrom(log.fromAddress || null),
    at: log.receivedAt,
  };
}

function detectedEntry(log: LoggedMessage): TimelineEntry {
  const delay = log.receivedAt ? elapsedText(log.receivedAt, log.detectedAt) : null;
  const { trigger, detected, detectedBy, requested } = timelineText();
  const text =
    log.triggerEvent === "Manual" ? requested(delay) : detectedBy(trigger[log.triggerEvent] ?? log.triggerEvent, delay);
  return { tone: "good", title: detected, text, at: log.detectedAt };
}

function phaseEntries(log: LoggedMessage, phase: 1 | 2): TimelineEntry[] {
  const steps = log.steps.filter((step) => step.phase === phase);
  const title = timelineText().phase(phase);
  if (phase === 2) return phaseTwo(log, steps.length, title);
  const startedAt = log.runs.at(-1)?.startedAt ?? null;
  if (log.status === "Processing")
    return [
      {
        tone: "busy",
        title,
        text: log.errorMessage ?? timelineText().running,
        at: startedAt,
      },
    ];
  const failed = steps.find((step) => step.status === "Failed");
  if (failed)
    return [
      {
        tone: "bad",
        title,
        text: timelineText().actionFailed(
          failed.name,
          failed.error ?? log.errorMessage ?? commonText().noErrorRecorded,
        ),
        at: failed.finishedAt ?? startedAt,
      },
    ];
  if (log.status === "Failed" && steps.length === 0)
    return [
      {
        tone: "bad",
        title: timelineText().failed,
        text: log.errorMessage ?? timelineText().noError,
        at: log.processedAt ?? null,
      },
    ];
  const doneCount = steps.filter((step) => step.status === "Success").length;
  return [
    {
      tone: "good",
      title,
      text: timelineText().someCompleted(doneCount, steps.length),
      at: startedAt,
    },
  ];
}

function disposition(log: LoggedMessage, watcher: { moveOnProcess: boolean } | null): TimelineEntry[] {
  if (!FINAL_STATUSES.includes(log.status)) {
    return log.status === "DbComplete"
      ? [
          {
            tone: "busy",
            title: timelineText().filing,
            text: log.errorMessage ?? timelineText().aboutToFile,
            at: null,
          },
        ]
      : [];
  }
  // The provider never returned it, so it was not filed either.
  if (log.status === "Failed" && !log.receivedAt) return [];
  const target = log.status === "Failed" ? "Failed" : "Processed";
  const moved =
    watcher === null
      ? timelineText().movedOrCategorized
      : watcher.moveOnProcess
        ? timelineText().movedTo(target)
        : timelineText().categorized(target);
  return [
    {
      tone: statusTone(log.status),
      title: log.status === "Failed" ? timelineText().filedAsFailed : timelineText().filed,
      text: moved,
      at: log.processedAt ?? null,
    },
  ];
}

function phaseTwo(log: LoggedMessage, steps: number, title: string): TimelineEntry[] {
  const texts: Record<string, string> = {
    Queued: timelineText().actionsQueued,
    Running: timelineText().actionsRunning,
    Success: timelineText().completed(steps),
    Failed: log.errorMessage ?? timelineText().phaseTwoFailed,
  };
  const text = texts[log.phaseTwoStatus];
  const at =
    log.phaseTwoStatus === "Queued" ? null : (log.steps.filter((step) => step.phase === 2).at(-1)?.finishedAt ?? null);
  return text === undefined ? [] : [{ tone: statusTone(log.phaseTwoStatus), title, text, at }];
}

export function summaryText(log: LoggedMessage, watcherName: string): string {
  const { summary, noMatchReason } = timelineText();
  switch (log.status) {
    case "Success":
      return log.phaseTwoStatus === "Failed"
        ? summary.phaseTwoFailed(watcherName)
        : summary.processed(watcherName, log.processedAt ? elapsedText(log.detectedAt, log.processedAt) : null);
    case "Skipped":
      return summary.skipped(watcherName, withoutPeriod(log.errorMessage ?? noMatchReason));
    case "Failed":
      return summary.failed(watcherName);
    case "Processing":
      return summary.processing(watcherName);
    case "DbComplete":
      return summary.filing(watcherName);
    default:
      return summary.queued(watcherName);
  }
}

function withoutPeriod(text: string): string {
  return text.replace(/[.\s]+$/, "");
}
