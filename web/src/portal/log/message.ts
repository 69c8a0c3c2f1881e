import { html } from "lit";
import { property } from "lit/decorators.js";
import { backLink, heading, PortalPage } from "../part/page.ts";

/** One message on a page of its own: the link that is sent to a colleague. */
export class StormMessage extends PortalPage {
  @property({ type: Number }) number = 0;

  protected override render() {
    return html`${backLink("/portal/log", "The log")} ${heading(`Message ${this.number}`)}
      <section class="sheet wide"><storm-message-detail .number=${this.number} .person=${this.person}></storm-message-detail></section>`;
  }
}
