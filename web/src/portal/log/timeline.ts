// The processing of a message from detection to its final status, as text with times. Pure.
import type { LogDetail } from "../../data/log.ts";
import { formatDuration } from "../time.ts";
import type { Tone } from "../ui/badge.ts";

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
export function timeline(
  log: LoggedMessage,
  watcher: { moveOnProcess: boolean; isEnabled: boolean } | null,
): TimelineEntry[] {
  const entries = [received(log), detected(log)].filter((entry) => entry !== null);
  if (log.status === "Detected") {
    const isDisabled = watcher !== null && !watcher.isEnabled;
    return [
      ...entries,
      {
        tone: "busy",
        title: "Waits",
        text: isDisabled ? "Its watcher is switched off." : "It is in the queue, or is being fetched.",
        at: null,
      },
    ];
  }
  if (log.status === "Skipped")
    return [
      ...entries,
      {
        tone: "idle",
        title: "Skipped",
        text: log.errorMessage ?? "The filters of the watcher do not want it.",
        at: log.processedAt ?? null,
      },
    ];
  return [...entries, ...phaseEntries(log, 1), ...disposition(log, watcher), ...phaseEntries(log, 2)];
}

function received(log: LoggedMessage): TimelineEntry | null {
  if (!log.receivedAt) return null;
  return {
    tone: "good",
    title: "Received",
    text: `The mailbox got it${log.fromAddress ? ` from ${log.fromAddress}` : ""}.`,
    at: log.receivedAt,
  };
}

function detected(log: LoggedMessage): TimelineEntry {
  const triggers: Record<string, string> = {
    Notification: "The provider told of it",
    Reconciliation: "It was found by looking at the mailbox",
    Manual: "Somebody asked for it to be taken again",
  };
  const delay = log.receivedAt ? `, ${formatDuration(log.receivedAt, log.detectedAt)} after it was received` : "";
  const again = log.triggerEvent === "Manual" ? " It was first detected then" : "";
  const text =
    again === ""
      ? `${triggers[log.triggerEvent] ?? log.triggerEvent}${delay}. It was claimed: nothing else will take it.`
      : `${triggers.Manual}.${again}${delay}.`;
  return { tone: "good", title: "Detected and claimed", text, at: log.detectedAt };
}

function phaseEntries(log: LoggedMessage, phase: 1 | 2): TimelineEntry[] {
  const steps = log.steps.filter((step) => step.phase === phase);
  const title = phase === 1 ? "First phase" : "Second phase";
  if (phase === 2) return secondPhase(log, steps.length, title);
  const startedAt = log.runs.at(-1)?.startedAt ?? null;
  if (log.status === "Processing")
    return [
      {
        tone: "busy",
        title,
        text: "Its actions run, or were stopped by a restart. Retry it when nothing moves.",
        at: startedAt,
      },
    ];
  const failed = steps.find((step) => step.status === "Failed");
  if (failed)
    return [
      {
        tone: "bad",
        title,
        text: `“${failed.name}” failed: ${failed.error ?? log.errorMessage ?? "no reason was given"}`,
        at: failed.finishedAt ?? startedAt,
      },
    ];
  if (log.status === "Failed" && steps.length === 0)
    return [
      { tone: "bad", title: "Failed", text: log.errorMessage ?? "No reason was given.", at: log.processedAt ?? null },
    ];
  const doneCount = steps.filter((step) => step.status === "Success").length;
  return [
    {
      tone: "good",
      title,
      text: `${doneCount} of ${steps.length} ${steps.length === 1 ? "action" : "actions"} done.`,
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
            title: "Is being put away",
            text: log.errorMessage ?? "The message is about to be moved or marked.",
            at: null,
          },
        ]
      : [];
  }
  const target = log.status === "Failed" ? "Failed" : "Processed";
  const moved =
    watcher === null
      ? "It was moved or marked."
      : watcher.moveOnProcess
        ? `It was moved to ${target} and marked read.`
        : `It stays and has the category ${target}.`;
  return [
    {
      tone: statusTone(log.status),
      title: log.status === "Failed" ? "Put away as failed" : "Put away",
      text: moved,
      at: log.processedAt ?? null,
    },
  ];
}

function secondPhase(log: LoggedMessage, steps: number, title: string): TimelineEntry[] {
  const texts: Record<string, string> = {
    Queued: "Waits in the queue.",
    Running: "Its actions run.",
    Success: `${steps} ${steps === 1 ? "action" : "actions"} done.`,
    Failed: log.errorMessage ?? "It failed.",
  };
  const text = texts[log.phaseTwoStatus];
  const at =
    log.phaseTwoStatus === "Queued" ? null : (log.steps.filter((step) => step.phase === 2).at(-1)?.finishedAt ?? null);
  return text === undefined ? [] : [{ tone: statusTone(log.phaseTwoStatus), title, text, at }];
}

/** The whole of it in one or two sentences. */
export function summaryText(log: LoggedMessage, watcherName: string): string {
  const took = log.processedAt
    ? ` It took ${formatDuration(log.detectedAt, log.processedAt)} from detection to its end.`
    : "";
  switch (log.status) {
    case "Success":
      return log.phaseTwoStatus === "Failed"
        ? `“${watcherName}” has processed this message, but its second phase failed.`
        : `“${watcherName}” has processed this message.${took}`;
    case "Skipped":
      return `“${watcherName}” has seen this message and left it alone: ${withoutPeriod(log.errorMessage ?? "its filters do not want it")}.`;
    case "Failed":
      return `“${watcherName}” has failed on this message. Mend the cause, then retry it.`;
    case "Processing":
      return `“${watcherName}” is working on this message, or was stopped by a restart. If nothing moves, retry it.`;
    case "DbComplete":
      return `“${watcherName}” has run the actions of the first phase; the message is being put away.`;
    default:
      return `“${watcherName}” has seen this message, which waits for its turn.`;
  }
}

function withoutPeriod(text: string): string {
  return text.replace(/[.\s]+$/, "");
}
