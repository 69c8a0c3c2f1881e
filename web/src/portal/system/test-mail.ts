import { html, LitElement, nothing } from "lit";
import { state } from "lit/decorators.js";
import { sendTestMail } from "../../data/system.ts";
import type { CheckResult } from "../../data/watcher.ts";
import { formNotice } from "../ui/field.ts";
import { Submission } from "../ui/submission.ts";
import { checkResultList } from "../watcher/form.ts";

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
    return html`<section class="sheet wide" aria-labelledby="operator-mail">
      <h2 id="operator-mail">Operator email</h2>
      <p>Failures are reported to <code>operator.email</code> of the configuration, by SMTP or Microsoft Graph (<code>operator.via</code>).</p>
      <div class="buttons tight">
        <button type="button" class="second" ?disabled=${sending.busy} @click=${this.send}>${sending.busy ? "Sending…" : "Send test email"}</button>
      </div>
      ${formNotice(sending.message)}
      <div role="status">${result === null ? nothing : checkResultList([{ ...result, name: result.passed ? "Sent" : "Not sent" }])}</div>
    </section>`;
  }
}
