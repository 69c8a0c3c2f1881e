// The processing of a message from detection to its final status, as text with times. Pure.
import type { LogDetail } from "../../data/log.ts";
import { elapsedText } from "../time.ts";
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
        title: "Queued",
        text: isDisabled ? "The watcher is disabled." : "The message is queued or being fetched.",
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
        text: log.errorMessage ?? "The message does not match the watcher's filters.",
        at: log.processedAt ?? null,
      },
    ];
  return [...entries, ...phaseEntries(log, 1), ...disposition(log, watcher), ...phaseEntries(log, 2)];
}

function receivedEntry(log: LoggedMessage): TimelineEntry | null {
  if (!log.receivedAt) return null;
  return {
    tone: "good",
    title: "Received",
    text: `The mailbox received the message${log.fromAddress ? ` from ${log.fromAddress}` : ""}.`,
    at: log.receivedAt,
  };
}

const TRIGGERS: Record<string, string> = { Notification: "a push notification", Reconciliation: "polling" };

function detectedEntry(log: LoggedMessage): TimelineEntry {
  const delay = log.receivedAt ? ` ${elapsedText(log.receivedAt, log.detectedAt)} after it was received` : "";
  const text =
    log.triggerEvent === "Manual"
      ? `A user requested to process it${delay === "" ? "" : ` again. It was first detected${delay}`}.`
      : `Detected by ${TRIGGERS[log.triggerEvent] ?? log.triggerEvent}${delay}. Claimed, so that it is processed only once.`;
  return { tone: "good", title: "Detected and claimed", text, at: log.detectedAt };
}

function phaseEntries(log: LoggedMessage, phase: 1 | 2): TimelineEntry[] {
  const steps = log.steps.filter((step) => step.phase === phase);
  const title = `Phase ${phase}`;
  if (phase === 2) return phaseTwo(log, steps.length, title);
  const startedAt = log.runs.at(-1)?.startedAt ?? null;
  if (log.status === "Processing")
    return [
      {
        tone: "busy",
        title,
        text:
          log.errorMessage ??
          "The actions are running, or were interrupted by a restart. If the status does not change, retry or dismiss the message.",
        at: startedAt,
      },
    ];
  const failed = steps.find((step) => step.status === "Failed");
  if (failed)
    return [
      {
        tone: "bad",
        title,
        text: `“${failed.name}” failed: ${failed.error ?? log.errorMessage ?? "no error was recorded"}`,
        at: failed.finishedAt ?? startedAt,
      },
    ];
  if (log.status === "Failed" && steps.length === 0)
    return [
      { tone: "bad", title: "Failed", text: log.errorMessage ?? "No error was recorded.", at: log.processedAt ?? null },
    ];
  const doneCount = steps.filter((step) => step.status === "Success").length;
  return [
    {
      tone: "good",
      title,
      text: `${doneCount} of ${steps.length} ${steps.length === 1 ? "action" : "actions"} completed.`,
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
            title: "Filing",
            text: log.errorMessage ?? "The message is about to be moved or categorized.",
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
      ? "Moved or categorized."
      : watcher.moveOnProcess
        ? `Moved to ${target} and marked as read.`
        : `Left in the folder with the category ${target}.`;
  return [
    {
      tone: statusTone(log.status),
      title: log.status === "Failed" ? "Filed as failed" : "Filed",
      text: moved,
      at: log.processedAt ?? null,
    },
  ];
}

function phaseTwo(log: LoggedMessage, steps: number, title: string): TimelineEntry[] {
  const texts: Record<string, string> = {
    Queued: "The actions are queued.",
    Running: "The actions are running.",
    Success: `${steps} ${steps === 1 ? "action" : "actions"} completed.`,
    Failed: log.errorMessage ?? "Phase 2 failed.",
  };
  const text = texts[log.phaseTwoStatus];
  const at =
    log.phaseTwoStatus === "Queued" ? null : (log.steps.filter((step) => step.phase === 2).at(-1)?.finishedAt ?? null);
  return text === undefined ? [] : [{ tone: statusTone(log.phaseTwoStatus), title, text, at }];
}

export function summaryText(log: LoggedMessage, watcherName: string): string {
  const duration = log.processedAt ? ` in ${elapsedText(log.detectedAt, log.processedAt)}` : "";
  switch (log.status) {
    case "Success":
      return log.phaseTwoStatus === "Failed"
        ? `“${watcherName}” processed this message, but phase 2 failed.`
        : `“${watcherName}” processed this message${duration}.`;
    case "Skipped":
      return `“${watcherName}” skipped this message: ${withoutPeriod(log.errorMessage ?? "it does not match the filters")}.`;
    case "Failed":
      return `“${watcherName}” failed to process this message. Fix the cause, then retry.`;
    case "Processing":
      return `“${watcherName}” is processing this message, or was interrupted by a restart. If the status does not change, retry or dismiss it.`;
    case "DbComplete":
      return `“${watcherName}” completed phase 1. The message is being filed.`;
    default:
      return `“${watcherName}” detected this message. It is queued.`;
  }
}

function withoutPeriod(text: string): string {
  return text.replace(/[.\s]+$/, "");
}
