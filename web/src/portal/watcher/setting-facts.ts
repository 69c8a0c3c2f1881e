// The settings of a watcher. Read-only, for users who are not administrators.
import { html, nothing, type TemplateResult } from "lit";
import type { Credential } from "../../data/credential.ts";
import { formatDuration } from "../../data/duration.ts";
import type { Watcher } from "../../data/watcher.ts";
import { watcherFormText } from "./form-text.ts";
import { kindOf, sourceText } from "./kind.ts";

type Fact = readonly [name: string, value: string | null | undefined];

export function settingFacts(watcher: Watcher, credentials: readonly Credential[]): TemplateResult {
  const { fact, afterCrash, settings } = watcherFormText();
  const resume: Fact = [afterCrash, watcher.resume === "Automatic" ? fact.resumes : fact.waits];
  return html`<h2>${settings}</h2>
    <div class="sheet wide">
      ${watcher.description ? html`<p>${watcher.description}</p>` : nothing}
      <dl class="derived aligned">
        ${[...ownFacts(watcher, credentials), resume].map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}
      </dl>
    </div>`;
}

function ownFacts(watcher: Watcher, credentials: readonly Credential[]): Fact[] {
  switch (kindOf(watcher)) {
    case "Mailbox":
      return mailboxFacts(watcher, credentials);
    case "File":
      return fileFacts(watcher);
    case "StatusEvent":
      return [[watcherFormText().fact.startsWith, sourceText(watcher)]];
  }
}

function mailboxFacts(watcher: Watcher, credentials: readonly Credential[]): Fact[] {
  const text = watcherFormText();
  const facts = text.fact;
  const { reconciliationIntervalSeconds: interval } = watcher;
  return [
    [text.mailbox, watcher.mailboxAddress],
    [text.folder, watcher.folderPath],
    [text.credential, credentials.find(({ id }) => id === watcher.credentialId)?.name ?? facts.onlyCredential],
    [text.sender, watcher.fromFilter ?? facts.anything],
    [text.subject, watcher.subjectFilter ?? facts.anything],
    [text.detection, watcher.mode === "PollOnly" ? facts.pollOnly : facts.push],
    [facts.pollingInterval, interval ? formatDuration(interval * 1_000) : facts.default],
    [facts.processed, watcher.moveOnProcess ? facts.moved : facts.left],
    [
      facts.verified,
      watcher.senderAuthentication === "None" ? facts.notRequired : watcher.senderAuthentication.toUpperCase(),
    ],
    [facts.others, watcher.leaveUnmatched ? facts.leftUnread : facts.filed],
    [facts.expected, scheduleText(watcher, facts.every)],
    [facts.attachments, watcher.includeAttachments ? facts.upTo(watcher.maxAttachmentMb) : facts.notSaved],
  ];
}

function scheduleText({ expectEveryMinutes: minutes }: Watcher, every: (duration: string) => string): string {
  return minutes ? every(formatDuration(minutes * 60_000)) : watcherFormText().fact.noSchedule;
}

function fileFacts(watcher: Watcher): Fact[] {
  const text = watcherFormText();
  const facts = text.fact;
  return [
    [text.folder, watcher.folder],
    [text.pattern, watcher.pattern],
    [facts.scanInterval, formatDuration(watcher.rescanSeconds * 1_000)],
    [facts.stableFor, formatDuration(watcher.stableSeconds * 1_000)],
    [facts.expected, scheduleText(watcher, facts.fileEvery)],
    [facts.maxFile, facts.upTo(watcher.maxFileMb)],
    [facts.processedFiles, watcher.moveOnProcess ? facts.movedFiles : facts.leftFiles],
    [facts.otherFiles, watcher.leaveUnmatched ? facts.leftFiles : facts.filedFiles],
  ];
}
