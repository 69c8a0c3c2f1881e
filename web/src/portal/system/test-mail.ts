import { html, LitElement, nothing } from "lit";
import { state } from "lit/decorators.js";
import { sendTestMail } from "../../data/system.ts";
import type { CheckResult } from "../../data/watcher.ts";
import { checkResultList } from "../ui/check-results.ts";
import { formNotice } from "../ui/field.ts";
import { Submission } from "../ui/submission.ts";
import { systemText } from "./text.ts";

/** Sends an email to the operator and shows what the mail server answered. */
export class StormTestMail extends LitElement {
  @state() private result: CheckResult | null = null;
  private readonly sending = new Submission(this);

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  private readonly send = (): void => {
    this.result = null;
    void this.sending.send(async (signal) => {
      this.result = await sendTestMail(signal);
    });
  };

  protected override render() {
    const { result, sending } = this;
    const text = systemText();
    const [reportedTo, via] = text.operatorHint;
    return html`<section class="sheet wide" aria-labelledby="operator-mail">
      <h2 id="operator-mail">${text.operatorMail}</h2>
      <p>${reportedTo} <code>operator.email</code> ${via} (<code>operator.via</code>).</p>
      <div class="buttons tight">
        <button type="button" class="second" ?disabled=${sending.busy} @click=${this.send}>${sending.busy ? text.sending : text.sendTest}</button>
      </div>
      ${formNotice(sending.message)}
      <div role="status">${result === null ? nothing : checkResultList([{ ...result, name: result.passed ? text.mailSent : text.mailNotSent }])}</div>
    </section>`;
  }
}
