import { html, LitElement, nothing, type TemplateResult } from "lit";
import { property, state } from "lit/decorators.js";
import {
  disableNotifications,
  enableNotifications,
  knownPushState,
  type PushState,
  readPushState,
} from "../pwa/push-client.ts";
import { isProbablyNotified } from "../pwa/subscription-record.ts";
import type { Language } from "../status-text/language.ts";
import { NOTIFY_TEXT } from "./notify-text.ts";

/** Turns notifications about a facility on and off. */
export class NotifyButton extends LitElement {
  @property({ attribute: false }) facility = 0;
  @property({ attribute: false }) language: Language = "en";
  /** Null until it is known. */
  @state() private pushState: PushState | null = null;
  @state() private isBusy = false;
  @state() private hasFailed = false;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has("facility")) {
      [this.pushState, this.hasFailed] = [knownPushState(), false];
      if (this.pushState === null) void this.change(() => readPushState(this.facility));
    }
    // Invisible until it is known; what appeared later would move everything below it.
    this.toggleAttribute("waiting", this.pushState === null);
  }

  protected override render(): TemplateResult {
    const { isBusy } = this;
    const pushState = this.pushState ?? (isProbablyNotified(this.facility) ? "on" : "off");
    const text = NOTIFY_TEXT[this.language];
    const canToggle = pushState === "on" || pushState === "off";
    const hint = pushState === "off" ? nothing : html`<p class="notify-hint">${text.hint[pushState]}</p>`;
    return html`${
      canToggle
        ? html`<button type="button" class="notify" aria-disabled=${isBusy} @click=${this.toggle}>
          ${pushState === "on" ? text.disable : text.enable}
        </button>`
        : nothing
    }
    <div role="status">${hint}${this.hasFailed ? html`<p class="notify-hint">${text.failed}</p>` : nothing}</div>`;
  }

  private readonly toggle = (): void => {
    if (this.isBusy) return;
    const { facility, language, pushState } = this;
    void this.change(() =>
      pushState === "on" ? disableNotifications(facility) : enableNotifications(facility, language),
    );
  };

  private async change(step: () => Promise<PushState>): Promise<void> {
    const { facility } = this;
    this.isBusy = true;
    this.hasFailed = false;
    try {
      const found = await step();
      if (facility === this.facility) this.pushState = found;
    } catch {
      this.hasFailed = true;
      this.pushState ??= "off";
    } finally {
      this.isBusy = false;
    }
  }
}
