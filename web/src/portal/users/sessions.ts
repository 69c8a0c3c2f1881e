import { html } from "lit";
import { endSession, listSessions, type Session } from "../../data/access.ts";
import { showStatus } from "../events.ts";
import { titles } from "../titles.ts";
import { formNotice } from "../ui/field.ts";
import { Loader, whenLoaded } from "../ui/loader.ts";
import { backLink, heading, PortalPage } from "../ui/page.ts";
import { Submission } from "../ui/submission.ts";
import { USERS_PATH } from "./constants.ts";
import { sessionTable } from "./session-table.ts";
import { userText } from "./text.ts";

export class StormSessions extends PortalPage {
  private readonly sessions = new Loader(this, listSessions);
  private readonly submission = new Submission(this);

  private readonly end = (session: Session): void => {
    void this.submission.send(async (signal) => {
      await endSession(session.id, signal);
      this.sessions.set((this.sessions.value ?? []).filter(({ id }) => id !== session.id));
      showStatus(userText().sessionOfEnded(session.username));
      // The focused button is gone with its row.
      this.focusHeading();
    });
  };

  protected override render() {
    return html`${backLink(USERS_PATH, userText().allUsers)} ${heading(titles().page.sessions)}
      <p>${userText().sessionsHint}</p>
      ${formNotice(this.submission.message)}
      ${whenLoaded(this.sessions, (sessions) =>
        sessions.length === 0
          ? html`<p>${userText().nobody}</p>`
          : sessionTable({ sessions, showsUser: true, busy: this.submission.busy, end: this.end }),
      )}`;
  }
}
