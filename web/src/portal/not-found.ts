import { html } from "lit";
import { property } from "lit/decorators.js";
import { HOME_PATH } from "./route.ts";
import { shellText } from "./text.ts";
import { heading, PortalPage } from "./ui/page.ts";

/** Shown for unknown paths and for pages that the role may not open. */
export class StormNotFound extends PortalPage {
  @property() headline = "";
  @property() message = "";

  protected override render() {
    return html`${heading(this.headline)}
      <p>${this.message}</p>
      <p><a href=${HOME_PATH}>${shellText().goToStorm}</a></p>`;
  }
}
