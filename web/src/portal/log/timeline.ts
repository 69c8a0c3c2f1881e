// The processing of a message from detection to its final status, as text with times. Pure.
import type { LogDetail } from "../../data/log.ts";
import type { Watcher } from "../../data/watcher.ts";
import { elapsedText } from "../time.ts";
import type { Tone } from "../ui/badge.ts";
import { commonText } from "../ui/text.ts";
import type { Kind } from "../watcher/kind.ts";
import { logKind } from "./log-kind.ts";
import { withRecordNumber } from "./record-number.ts";
import { timelineText } from "./timeline-text.ts";

export interface TimelineEntry {
  tone: Tone;
  title: string;
  text: string;
  at: string | null;
}

/** How the service says that there was nothing to file. The reason is in the entry above. */
const NOT_FILED = "not filed: ";
const FINAL_STATUSES = ["Success", "Failed", "Skipped"];

export function statusTone(status: string): Tone {
  if (status === "Success") return "good";
  if (status === "Failed") return "bad";
  return status === "Skipped" || status === "None" ? "idle" : "busy";
}

type LoggedMessage = Omit<LogDetail, "workflowRunId" | "mailboxWatcherJobId" | "id">;

type LoggedBy = Pick<Watcher, "moveOnProcess" | "isEnabled" | "kind"> | null;

/** Detection, claim, phase 1, disposition and phase 2, as far as they have happened. */
export function buildTimeline(log: LoggedMessage, watcher: LoggedBy): TimelineEntry[] {
  const kind = logKind(log, watcher);
  const { item } = timelineText().kinds[kind];
  const entries = [receivedEntry(log, kind), detectedEntry(log, kind)].filter((entry) => entry !== null);
  if (log.status === "Detected") {
    const isDisabled = watcher !== null && !watcher.isEnabled;
    return [
      ...entries,
      {
        tone: "busy",
        title: timelineText().queued,
        text: isDisabled ? timelineText().watcherDisabled : timelineText().isQueued(item),
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
        text: log.errorMessage ?? timelineText().noMatch(item),
        at: log.processedAt ?? null,
      },
    ];
  return [...entries, ...phaseOne(log, item), ...disposition(log, watcher), ...phaseTwo(log)];
}

function receivedEntry(log: LoggedMessage, kind: Kind): TimelineEntry | null {
  if (!log.receivedAt) return null;
  const { received, receivedFrom } = timelineText().kinds[kind];
  return {
    tone: "good",
    title: received,
    text: receivedFrom(log.fromAddress || null),
    at: log.receivedAt,
  };
}

function detectedEntry(log: LoggedMessage, kind: Kind): TimelineEntry {
  const { kinds, detected, detectedBy, requested } = timelineText();
  const { after, trigger } = kinds[kind];
  const delay = log.receivedAt ? `${elapsedText(log.receivedAt, log.detectedAt)} ${after}` : null;
  const text =
    log.triggerEvent === "Manual" ? requested(delay) : detectedBy(trigger[log.triggerEvent] ?? log.triggerEvent, delay);
  return { tone: "good", title: detected, text, at: log.detectedAt };
}

function phaseOne(log: LoggedMessage, item: string): TimelineEntry[] {
  const steps = log.steps.filter((step) => step.phase === 1);
  const title = timelineText().phase(1);
  const startedAt = log.runs.at(-1)?.startedAt ?? null;
  if (log.status === "Processing")
    return [
      {
        tone: "busy",
        title,
        text: log.errorMessage ?? timelineText().running(item),
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
          withRecordNumber(failed.error ?? log.errorMessage ?? commonText().noErrorRecorded),
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

/** The provider never returned it, or its content was gone. */
function wasNeverFiled({ status, receivedAt, errorMessage }: LoggedMessage): boolean {
  return status === "Failed" && (!receivedAt || (errorMessage ?? "").includes(NOT_FILED));
}

function disposition(log: LoggedMessage, watcher: LoggedBy): TimelineEntry[] {
  const kind = logKind(log, watcher);
  if (kind === "StatusEvent") return [];
  const { item, moved, left, movedOrLeft } = timelineText().kinds[kind];
  if (!FINAL_STATUSES.includes(log.status)) {
    return log.status === "DbComplete"
      ? [
          {
            tone: "busy",
            title: timelineText().filing,
            text: log.errorMessage ?? timelineText().aboutToFile(item),
            at: null,
          },
        ]
      : [];
  }
  if (log.isTest)
    return [
      { tone: "idle", title: timelineText().notFiled, text: timelineText().testMode, at: log.processedAt ?? null },
    ];
  if (wasNeverFiled(log)) return [];
  const target = log.status === "Failed" ? "Failed" : "Processed";
  const where = watcher === null ? movedOrLeft : watcher.moveOnProcess ? moved(target) : left(target);
  return [
    {
      tone: statusTone(log.status),
      title: log.status === "Failed" ? timelineText().filedAsFailed : timelineText().filed,
      text: where,
      at: log.processedAt ?? null,
    },
  ];
}

function phaseTwo(log: LoggedMessage): TimelineEntry[] {
  const steps = log.steps.filter((step) => step.phase === 2);
  const texts: Record<string, string> = {
    Queued: timelineText().actionsQueued,
    Running: timelineText().actionsRunning,
    Success: timelineText().completed(steps.length),
    Failed: log.errorMessage ?? timelineText().phaseTwoFailed,
  };
  const text = texts[log.phaseTwoStatus];
  const at = log.phaseTwoStatus === "Queued" ? null : (steps.at(-1)?.finishedAt ?? null);
  const title = timelineText().phase(2);
  return text === undefined ? [] : [{ tone: statusTone(log.phaseTwoStatus), title, text, at }];
}

export function summaryText(log: LoggedMessage, watcherName: string, kind: Kind): string {
  const { summary, noMatchReason, kinds } = timelineText();
  const { item } = kinds[kind];
  switch (log.status) {
    case "Success":
      return log.phaseTwoStatus === "Failed"
        ? summary.phaseTwoFailed(watcherName, item)
        : summary.processed(watcherName, item, log.processedAt ? elapsedText(log.detectedAt, log.processedAt) : null);
    case "Skipped":
      return summary.skipped(watcherName, item, withoutPeriod(log.errorMessage ?? noMatchReason));
    case "Failed":
      return summary.failed(watcherName, item);
    case "Processing":
      return summary.processing(watcherName, item);
    case "DbComplete":
      return summary.filing(watcherName, item);
    default:
      return summary.queued(watcherName, item);
  }
}

function withoutPeriod(text: string): string {
  return text.replace(/[.\s]+$/, "");
}
