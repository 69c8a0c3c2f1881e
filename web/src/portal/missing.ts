import { html } from "lit";
import { property } from "lit/decorators.js";
import { heading, PortalPage } from "./part/page.ts";
import { HOME } from "./route.ts";

/** A page that is not there, or not for this person. */
export class StormMissing extends PortalPage {
  @property() headline = "";
  @property() words = "";

  protected override render() {
    return html`${heading(this.headline)}
      <p>${this.words}</p>
      <p><a href=${HOME}>Go to the storm</a></p>`;
  }
}
