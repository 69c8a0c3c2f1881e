import { html, LitElement, type TemplateResult } from "lit";
import { property } from "lit/decorators.js";
import type { CurrentUser } from "../../data/session.ts";

/**
 * A page of the portal, without a shadow tree: password managers, fragment links and labels work as on any page, and all
 * pages share one style sheet.
 */
export class PortalPage extends LitElement {
  @property({ attribute: false }) currentUser: CurrentUser | null = null;
  /** After navigation the heading takes the focus, so that screen readers read it. */
  @property({ type: Boolean }) takesFocus = false;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected get isAdmin(): boolean {
    return this.currentUser?.role === "admin";
  }

  /** Administrators are operators too. */
  protected get isOperator(): boolean {
    return this.currentUser?.role === "operator" || this.isAdmin;
  }

  protected override firstUpdated(): void {
    if (this.takesFocus) this.focusHeading();
  }

  protected focusHeading(): void {
    this.querySelector("h1")?.focus({ preventScroll: true });
  }
}

export function heading(text: string): TemplateResult {
  return html`<h1 tabindex="-1">${text}</h1>`;
}

export function backLink(path: string, label: string): TemplateResult {
  return html`<p class="back-link"><a href=${path}>${label}</a></p>`;
}
