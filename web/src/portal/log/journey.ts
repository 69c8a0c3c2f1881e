// The way of a message from its detection to its end, in words with times. Pure.
import type { LogDetail } from "../../data/log.ts";
import type { Tone } from "../part/badge.ts";
import { formatDuration } from "../time.ts";

export interface Stage {
  tone: Tone;
  title: string;
  words: string;
  at: string | null;
}

const ENDED = ["Success", "Failed", "Skipped"];

export function statusTone(status: string): Tone {
  if (status === "Success") return "good";
  if (status === "Failed") return "bad";
  return status === "Skipped" || status === "None" ? "idle" : "busy";
}

type Told = Omit<LogDetail, "workflowRunId" | "mailboxWatcherJobId" | "id">;

/** Detection, claim, first phase, disposition, second phase: as far as it has come. */
export function stages(log: Told, watcher: { moveOnProcess: boolean; isEnabled: boolean } | null): Stage[] {
  const found = [received(log), detected(log)].filter((stage) => stage !== null);
  if (log.status === "Detected") {
    const off = watcher !== null && !watcher.isEnabled;
    return [
      ...found,
      {
        tone: "busy",
        title: "Waits",
        words: off ? "Its watcher is switched off." : "It is in the queue, or is being fetched.",
        at: null,
      },
    ];
  }
  if (log.status === "Skipped")
    return [
      ...found,
      {
        tone: "idle",
        title: "Skipped",
        words: log.errorMessage ?? "The filters of the watcher do not want it.",
        at: log.processedAt ?? null,
      },
    ];
  return [...found, ...run(log, 1), ...disposition(log, watcher), ...run(log, 2)];
}

function received(log: Told): Stage | null {
  if (!log.receivedAt) return null;
  return {
    tone: "good",
    title: "Received",
    words: `The mailbox got it${log.fromAddress ? ` from ${log.fromAddress}` : ""}.`,
    at: log.receivedAt,
  };
}

function detected(log: Told): Stage {
  const ways: Record<string, string> = {
    Notification: "The provider told of it",
    Reconciliation: "It was found by looking at the mailbox",
    Manual: "Somebody asked for it to be taken again",
  };
  const late = log.receivedAt ? `, ${formatDuration(log.receivedAt, log.detectedAt)} after it was received` : "";
  const again = log.triggerEvent === "Manual" ? " It was first detected then" : "";
  const words =
    again === ""
      ? `${ways[log.triggerEvent] ?? log.triggerEvent}${late}. It was claimed: nothing else will take it.`
      : `${ways.Manual}.${again}${late}.`;
  return { tone: "good", title: "Detected and claimed", words, at: log.detectedAt };
}

function run(log: Told, phase: 1 | 2): Stage[] {
  const steps = log.steps.filter((step) => step.phase === phase);
  const title = phase === 1 ? "First phase" : "Second phase";
  if (phase === 2) return secondPhase(log, steps.length, title);
  const begun = log.runs.at(-1)?.startedAt ?? null;
  if (log.status === "Processing")
    return [
      {
        tone: "busy",
        title,
        words: "Its actions run, or were stopped by a restart. Retry it when nothing moves.",
        at: begun,
      },
    ];
  const failed = steps.find((step) => step.status === "Failed");
  if (failed)
    return [
      {
        tone: "bad",
        title,
        words: `“${failed.name}” failed: ${failed.error ?? log.errorMessage ?? "no reason was given"}`,
        at: failed.finishedAt ?? begun,
      },
    ];
  if (log.status === "Failed" && steps.length === 0)
    return [
      { tone: "bad", title: "Failed", words: log.errorMessage ?? "No reason was given.", at: log.processedAt ?? null },
    ];
  const done = steps.filter((step) => step.status === "Success").length;
  return [
    {
      tone: "good",
      title,
      words: `${done} of ${steps.length} ${steps.length === 1 ? "action" : "actions"} done.`,
      at: begun,
    },
  ];
}

function disposition(log: Told, watcher: { moveOnProcess: boolean } | null): Stage[] {
  if (!ENDED.includes(log.status)) {
    return log.status === "DbComplete"
      ? [
          {
            tone: "busy",
            title: "Is being put away",
            words: log.errorMessage ?? "The message is about to be moved or marked.",
            at: null,
          },
        ]
      : [];
  }
  const place = log.status === "Failed" ? "Failed" : "Processed";
  const moved =
    watcher === null
      ? "It was moved or marked."
      : watcher.moveOnProcess
        ? `It was moved to ${place} and marked read.`
        : `It stays and has the category ${place}.`;
  return [
    {
      tone: statusTone(log.status),
      title: log.status === "Failed" ? "Put away as failed" : "Put away",
      words: moved,
      at: log.processedAt ?? null,
    },
  ];
}

function secondPhase(log: Told, steps: number, title: string): Stage[] {
  const words: Record<string, string> = {
    Queued: "Waits in the queue.",
    Running: "Its actions run.",
    Success: `${steps} ${steps === 1 ? "action" : "actions"} done.`,
    Failed: log.errorMessage ?? "It failed.",
  };
  const told = words[log.phaseTwoStatus];
  const at =
    log.phaseTwoStatus === "Queued" ? null : (log.steps.filter((step) => step.phase === 2).at(-1)?.finishedAt ?? null);
  return told === undefined ? [] : [{ tone: statusTone(log.phaseTwoStatus), title, words: told, at }];
}

/** The whole of it in one or two sentences. */
export function gist(log: Told, watcherName: string): string {
  const took = log.processedAt
    ? ` It took ${formatDuration(log.detectedAt, log.processedAt)} from detection to its end.`
    : "";
  switch (log.status) {
    case "Success":
      return log.phaseTwoStatus === "Failed"
        ? `“${watcherName}” has processed this message, but its second phase failed.`
        : `“${watcherName}” has processed this message.${took}`;
    case "Skipped":
      return `“${watcherName}” has seen this message and left it alone: ${uncapped(log.errorMessage ?? "its filters do not want it")}.`;
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

function uncapped(words: string): string {
  return words.replace(/[.\s]+$/, "");
}
