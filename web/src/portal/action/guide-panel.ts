import { html, LitElement, nothing, type PropertyValues } from "lit";
import { property, state } from "lit/decorators.js";
import { readGuideFragment } from "../../data/guide.ts";
import { actionGuidePath } from "../guide-links.ts";

const DESKTOP = "(min-width: 64rem)";

/** The guide page of an action type, next to its form. Only a link if the page cannot be read. */
export class StormGuidePanel extends LitElement {
  @property({ attribute: "action-type" }) actionType = "";
  @state() private content: DocumentFragment | null = null;
  private stop = new AbortController();
  /** On a phone the guide would push the form off the screen. */
  private readonly isInitiallyOpen = matchMedia(DESKTOP).matches;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop.abort();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("actionType")) void this.load();
  }

  private async load(): Promise<void> {
    this.stop.abort();
    this.stop = new AbortController();
    const { signal } = this.stop;
    const source = await readGuideFragment(actionGuidePath(this.actionType), signal);
    if (signal.aborted) return;
    this.content = source === null ? null : guideContent(source);
  }

  protected override render() {
    const path = actionGuidePath(this.actionType);
    const link = html`<p><a href=${path} target="_blank" rel="noopener">Open the ${this.actionType} guide</a></p>`;
    if (this.content === null) return this.actionType === "" ? nothing : link;
    return html`<details class="guide-panel sheet" ?open=${this.isInitiallyOpen}>
      <summary><h2>Guide: ${this.actionType}</h2></summary>
      <div class="guide-text" tabindex="0" role="region" aria-label="Guide: ${this.actionType}">${this.content}</div>
      ${link}
    </details>`;
  }
}

function guideContent(source: string): DocumentFragment {
  const template = document.createElement("template");
  // Safe: the HTML comes from this server, which builds it from its own documentation. It never contains user input,
  // and the content security policy forbids inline scripts.
  template.innerHTML = source;
  for (const link of template.content.querySelectorAll("a")) {
    // A new tab keeps the unsaved form.
    link.setAttribute("target", "_blank");
    link.setAttribute("rel", "noopener");
  }
  return template.content;
}
