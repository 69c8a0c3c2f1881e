import { html, LitElement, type TemplateResult } from "lit";
import { property } from "lit/decorators.js";
import type { Person } from "../../data/session.ts";

/**
 * A page of the portal. It draws into the document itself, without a shadow: password managers, links to a part of the
 * page and labels then work as on any page, and one style sheet fits all.
 */
export class PortalPage extends LitElement {
  @property({ attribute: false }) person: Person | null = null;
  /** Whether one came here from another page: then the heading takes the focus, so that it is read out. */
  @property({ type: Boolean }) arrived = false;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected get isAdmin(): boolean {
    return this.person?.role === "admin";
  }

  /** Retries, replays, reloads, switches on and off. */
  protected get isOperator(): boolean {
    return this.person?.role === "operator" || this.isAdmin;
  }

  protected override firstUpdated(): void {
    if (this.arrived) this.focusHeading();
  }

  protected focusHeading(): void {
    this.querySelector("h1")?.focus({ preventScroll: true });
  }
}

export function heading(words: string): TemplateResult {
  return html`<h1 tabindex="-1">${words}</h1>`;
}

export function backLink(path: string, words: string): TemplateResult {
  return html`<p class="way-back"><a href=${path}>${words}</a></p>`;
}
