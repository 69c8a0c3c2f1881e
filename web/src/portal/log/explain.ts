import { html, nothing, type TemplateResult } from "lit";
import { state } from "lit/decorators.js";
import { type Log, type LogPage, searchLog } from "../../data/log.ts";
import { explainFiles, listAllWatchers, listMessages, type Watcher } from "../../data/watcher.ts";
import { titles } from "../titles.ts";
import { badge } from "../ui/badge.ts";
import { formNotice, readForm, textField } from "../ui/field.ts";
import { backLink, heading, PortalPage } from "../ui/page.ts";
import { relativeTime } from "../ui/relative-time.ts";
import { Submission } from "../ui/submission.ts";
import { pollLoop, watcherStatus } from "../watcher/health.ts";
import { folderKindOf, kindOf, kindText, sourceText } from "../watcher/kind.ts";
import { folderFindings, notInFoldersText, type WatchedFolder } from "./file-explanation.ts";
import { logTitle } from "./log-kind.ts";
import { logText } from "./text.ts";

const MAX_RESULTS = 20;

interface Explanation {
  query: string;
  logs: Log[];
  /** Whether older messages may match, too. */
  mayHaveMore: boolean;
  watchers: Watcher[];
  /** Watchers with such a message in their mailbox folder right now. */
  inFolder: Watcher[];
  /** Of the watchers of files. */
  folders: WatchedFolder[];
}

/** Finds a message or a file by subject, name, sender or id, and explains what happened to it, or why nothing did. */
export class StormExplain extends PortalPage {
  @state() private explanation: Explanation | null = null;
  private readonly submission = new Submission(this, ["q"]);

  private readonly explain = (event: SubmitEvent): void => {
    const query = readForm(event)("q").trim();
    if (query === "") {
      this.submission.reject({ q: logText().explainMissing });
      return;
    }
    this.explanation = null;
    void this.submission.send(async (signal) => {
      const [{ items: logs, nextCursor }, watchers] = await Promise.all([
        findNewest(query, signal),
        listAllWatchers(signal),
      ]);
      const inFolder =
        logs.length > 0 || !this.isAdmin
          ? []
          : await watchersWithMessage(
              query,
              watchers.filter((watcher) => watcher.isEnabled && kindOf(watcher) === "Mailbox").slice(0, MAX_RESULTS),
              signal,
            );
      const ofFiles = watchers.filter((watcher) => kindOf(watcher) === "File").slice(0, MAX_RESULTS);
      const folders = await readFolders(query, ofFiles, signal);
      this.explanation = { query, logs, mayHaveMore: Boolean(nextCursor), watchers, inFolder, folders };
    });
  };

  protected override render() {
    const { submission } = this;
    return html`${backLink("/portal/log", titles().page.log)} ${heading(titles().page.explain)}
      ${formNotice(submission.message)}
      <form class="sheet" novalidate @submit=${this.explain}>
        ${textField({
          name: "q",
          label: logText().explainField,
          hint: logText().explainHint,
          error: submission.error("q"),
          value: this.explanation?.query ?? "",
        })}
        <div class="buttons"><button type="submit" ?disabled=${submission.busy}>${submission.busy ? logText().searching : logText().explain}</button></div>
      </form>
      <div role="status">${this.explanation === null ? nothing : this.results(this.explanation)}</div>`;
  }

  private results(explanation: Explanation): TemplateResult {
    if (explanation.logs.length === 0) return this.notFound(explanation);
    return html`<p>${countText(explanation)}</p>
      ${folderFindings(explanation.folders, { withLogged: false })}
      ${explanation.logs.map(
        (log) => html`<section class="sheet wide" aria-label=${log.fileName ?? log.subject ?? log.messageKey}>
          <h2>${logTitle(log)}</h2>
          <storm-message-detail .number=${log.id} .currentUser=${this.currentUser}></storm-message-detail>
        </section>`,
      )}`;
  }

  private notFound({ query, watchers, inFolder, folders }: Explanation): TemplateResult {
    const notInFolders = notInFoldersText(folders);
    const enabled = watchers.filter((watcher) => watcher.isEnabled && folderKindOf(watcher) !== null);
    return html`<div class="sheet wide">
      <h2>${logText().notFound}</h2>
      <p>${logText().noneHas(query)}</p>
      ${inFolder.length === 0 ? nothing : html`<p class="notice">${logText().inFolderOf(inFolder.map(({ name }) => `“${name}”`).join(", "))}</p>`}
      ${folderFindings(folders, { withLogged: true })} ${notInFolders === null ? nothing : html`<p>${notInFolders}</p>`}
      <p>${enabled.length === 0 ? logText().noneEnabled : logText().compare}</p>
      <ul class="result-list">
        ${enabled.map(
          (watcher) => html`<li>
            ${statusBadge(watcher)}
            <span><a href="/portal/watchers/${watcher.id}">${watcher.name}</a>: ${sourceText(watcher)}. ${kindText(watcher).lastPoll}: ${relativeTime(pollLoop(watcher)?.lastSuccessAt)}. ${watcherStatus(watcher).text}</span>
          </li>`,
        )}
      </ul>
    </div>`;
  }
}

function statusBadge(watcher: Watcher): TemplateResult {
  const { tone, label } = watcherStatus(watcher);
  return badge(tone, label);
}

function countText({ logs, mayHaveMore }: Explanation): string {
  if (mayHaveMore) return logText().showingNewest(logs.length);
  return logText().found(logs.length);
}

/** The first page with a match: a page of a search may end before it has found one. */
async function findNewest(query: string, signal: AbortSignal): Promise<LogPage> {
  const search = { q: query, limit: MAX_RESULTS };
  let page = await searchLog(search, signal);
  while (page.items.length === 0 && page.nextCursor) {
    page = await searchLog({ ...search, cursor: page.nextCursor }, signal);
  }
  return page;
}

async function readFolders(query: string, watchers: Watcher[], signal: AbortSignal): Promise<WatchedFolder[]> {
  const read = watchers.map(async (watcher) => {
    // The page of the watcher shows why it is not accessible.
    const explanation = await explainFiles(watcher.id, query, signal).catch(() => null);
    return explanation === null ? [] : [{ watcher, explanation }];
  });
  return (await Promise.all(read)).flat();
}

async function watchersWithMessage(query: string, watchers: Watcher[], signal: AbortSignal): Promise<Watcher[]> {
  const part = query.toLowerCase();
  const hasMessage = async ({
    name,
    mailboxAddress,
    credentialId,
    folderId,
    folderPath,
  }: Watcher): Promise<boolean> => {
    const folder = {
      name,
      mailboxAddress,
      folderPath,
      ...(credentialId ? { credentialId } : {}),
      ...(folderId ? { folderId } : {}),
    };
    // The page of the watcher shows why a mailbox is not accessible.
    const messages = await listMessages(folder, signal).catch(() => []);
    return messages.some(({ subject, messageKey, fromAddress }) =>
      [subject, messageKey, fromAddress].some((text) => text?.toLowerCase().includes(part)),
    );
  };
  const found = await Promise.all(watchers.map(hasMessage));
  return watchers.filter((_, index) => found[index]);
}
