import { html, nothing, type TemplateResult } from "lit";
import { state } from "lit/decorators.js";
import { type Log, searchLog } from "../../data/log.ts";
import { listMessages, listWatchers, type Watcher } from "../../data/watcher.ts";
import { badge } from "../part/badge.ts";
import { formNotice, textField, typed } from "../part/field.ts";
import { moment } from "../part/moment.ts";
import { backLink, heading, PortalPage } from "../part/page.ts";
import { Sending } from "../part/sending.ts";
import { healthOf, healthReason, healthTone, looks } from "../watcher/standing.ts";

const SHOWN = 20;
const ALL_TIME = "1970-01-01T00:00:00Z";

interface Answer {
  asked: string;
  logs: Log[];
  watchers: Watcher[];
  /** Watchers in whose folder such a message lies right now. */
  lying: Watcher[];
}

/** Paste a subject or a message id, and read what became of it, or why nothing did. */
export class StormExplain extends PortalPage {
  @state() private answer: Answer | null = null;
  private readonly sending = new Sending(this, ["q"]);

  private readonly ask = (event: SubmitEvent): void => {
    const asked = typed(event)("q").trim();
    if (asked === "") {
      this.sending.refuse({ q: "Paste a subject or a message id." });
      return;
    }
    this.answer = null;
    void this.sending.send(async (signal) => {
      const [{ items: logs }, watchers] = await Promise.all([
        searchLog({ q: asked, from: ALL_TIME, limit: SHOWN }, signal),
        listWatchers(signal),
      ]);
      const lying =
        logs.length > 0 || !this.isAdmin
          ? []
          : await lyingIn(asked, watchers.filter(({ isEnabled }) => isEnabled).slice(0, SHOWN), signal);
      this.answer = { asked, logs, watchers, lying };
    });
  };

  protected override render() {
    const { sending } = this;
    return html`${backLink("/portal/log", "The log")} ${heading("Explain a message")}
      ${formNotice(sending.words)}
      <form class="sheet" novalidate @submit=${this.ask}>
        ${textField({ name: "q", label: "Subject, sender or message id", hint: "A part of it is enough.", error: sending.error("q"), value: this.answer?.asked ?? "" })}
        <div class="buttons"><button type="submit" ?disabled=${sending.busy}>${sending.busy ? "Looking …" : "Explain"}</button></div>
      </form>
      <div role="status">${this.answer === null ? nothing : this.told(this.answer)}</div>`;
  }

  private told(answer: Answer): TemplateResult {
    if (answer.logs.length === 0) return this.unseen(answer);
    return html`<p>${foundWords(answer.logs.length)}</p>
      ${answer.logs.map(
        (log) => html`<section class="sheet wide" aria-label=${log.subject ?? log.messageKey}>
          <h2>${log.subject ?? "(not fetched yet)"}</h2>
          <storm-message-detail .number=${log.id} .person=${this.person}></storm-message-detail>
        </section>`,
      )}`;
  }

  private unseen({ asked, watchers, lying }: Answer): TemplateResult {
    const on = watchers.filter(({ isEnabled }) => isEnabled);
    return html`<div class="sheet wide">
      <h2>No watcher has seen it</h2>
      <p>No message in the log has “${asked}” in its subject, sender or message key.</p>
      ${lying.length === 0 ? nothing : html`<p class="notice">It lies in the folder of ${lying.map(({ name }) => `“${name}”`).join(", ")} right now, and is taken at the next check.</p>`}
      <p>${on.length === 0 ? "No watcher is switched on." : "These look for mail. Compare the mailbox, the folder and the last check with the message:"}</p>
      <ul class="findings">
        ${on.map(
          (watcher) => html`<li>
            ${badge(healthTone(healthOf(watcher)), watcher.health)}
            <span><a href="/portal/watchers/${watcher.id}">${watcher.name}</a>: ${watcher.mailboxAddress}, ${watcher.folderPath}; last check ${moment(looks(watcher)?.lastSuccessAt)}. ${healthReason(watcher)}</span>
          </li>`,
        )}
      </ul>
    </div>`;
  }
}

function foundWords(count: number): string {
  if (count >= SHOWN) return `These are the newest ${SHOWN}; there may be more.`;
  return count === 1 ? "One message was found." : `${count} messages were found.`;
}

async function lyingIn(asked: string, watchers: Watcher[], signal: AbortSignal): Promise<Watcher[]> {
  const part = asked.toLowerCase();
  const holds = async ({ name, mailboxAddress, credentialId, folderId, folderPath }: Watcher): Promise<boolean> => {
    const place = {
      name,
      mailboxAddress,
      folderPath,
      ...(credentialId ? { credentialId } : {}),
      ...(folderId ? { folderId } : {}),
    };
    // A mailbox that cannot be asked says so on the page of its watcher.
    const messages = await listMessages(place, signal).catch(() => []);
    return messages.some(({ subject, messageKey, fromAddress }) =>
      [subject, messageKey, fromAddress].some((text) => text?.toLowerCase().includes(part)),
    );
  };
  const found = await Promise.all(watchers.map(holds));
  return watchers.filter((_, index) => found[index]);
}
