import { html } from "lit";
import { property } from "lit/decorators.js";
import { backLink, heading, PortalPage } from "../ui/page.ts";

/** One message on its own page, for links. */
export class StormMessage extends PortalPage {
  @property({ type: Number }) number = 0;

  protected override render() {
    return html`${backLink("/portal/log", "The log")} ${heading(`Message ${this.number}`)}
      <section class="sheet wide"><storm-message-detail .number=${this.number} .person=${this.person}></storm-message-detail></section>`;
  }
}
