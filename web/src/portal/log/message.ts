import { html } from "lit";
import { property } from "lit/decorators.js";
import { titles } from "../titles.ts";
import { backLink, heading, PortalPage } from "../ui/page.ts";
import { logText } from "./text.ts";

/** The page of one message. */
export class StormMessage extends PortalPage {
  @property({ type: Number }) number = 0;

  protected override render() {
    return html`${backLink("/portal/log", titles().page.log)} ${heading(logText().message(this.number))}
      <section class="sheet wide"><storm-message-detail .number=${this.number} .currentUser=${this.currentUser}></storm-message-detail></section>`;
  }
}
