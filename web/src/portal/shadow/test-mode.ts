import { html, LitElement, nothing } from "lit";
import { property } from "lit/decorators.js";
import type { CurrentUser } from "../../data/session.ts";
import { patchWatcher, type Watcher } from "../../data/watcher.ts";
import { showStatus } from "../events.ts";
import { formNotice } from "../ui/field.ts";
import { Submission } from "../ui/submission.ts";
import { shadowText } from "./text.ts";

/** Shows whether a watcher is in test mode, and lets administrators change it. Fires `storm-changed`. */
export class StormTestMode extends LitElement {
  @property({ attribute: false }) watcher: Watcher | null = null;
  @property({ attribute: false }) currentUser: CurrentUser | null = null;
  private readonly submission = new Submission(this);

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  private readonly toggle = (): void => {
    const { watcher } = this;
    if (watcher === null) return;
    void this.submission.send(async (signal) => {
      const { name, testMode } = await patchWatcher(watcher.id, { testMode: !watcher.testMode }, signal);
      showStatus(testMode ? shadowText().turnedOn(name) : shadowText().turnedOff(name));
      this.dispatchEvent(new Event("storm-changed"));
    });
  };

  protected override render() {
    const { watcher, submission } = this;
    const isAdmin = this.currentUser?.role === "admin";
    if (watcher === null || !(watcher.testMode || isAdmin)) return nothing;
    const text = shadowText();
    return html`<section class="sheet wide" aria-labelledby="test-mode-heading">
      <h2 id="test-mode-heading">${text.testMode}</h2>
      <p class=${watcher.testMode ? "notice" : "hint"}>${watcher.testMode ? text.testModeOn : text.testModeHint}</p>
      ${watcher.testMode ? html`<p>${text.afterTest}</p>` : nothing} ${formNotice(submission.message)}
      ${
        isAdmin
          ? html`<div class="buttons tight">
              <button type="button" class="second" ?disabled=${submission.busy} @click=${this.toggle}>${watcher.testMode ? text.turnOff : text.turnOn}</button>
            </div>`
          : nothing
      }
    </section>`;
  }
}
