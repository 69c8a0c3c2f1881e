import { html, LitElement, nothing, type PropertyValues } from "lit";
import { property, state } from "lit/decorators.js";
import { readGuideFragment } from "../../data/guide.ts";
import { actionGuidePath } from "../guide-links.ts";
import { LatestRequest } from "../ui/latest-request.ts";
import { actionText } from "./text.ts";

const DESKTOP = "(min-width: 64rem)";

/** The guide page of an action type, next to its form. Only a link if the page cannot be read. */
export class StormGuidePanel extends LitElement {
  @property({ attribute: "action-type" }) actionType = "";
  @state() private content: DocumentFragment | null = null;
  private readonly request = new LatestRequest(this);
  /** On a phone the guide would push the form off the screen. */
  private readonly isInitiallyOpen = matchMedia(DESKTOP).matches;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("actionType")) this.load();
  }

  private load(): void {
    const show = (source: string | null) => {
      this.content = source === null ? null : guideContent(source);
    };
    void this.request.run(
      (signal) => readGuideFragment(actionGuidePath(this.actionType), signal),
      show,
      () => show(null),
    );
  }

  protected override render() {
    const path = actionGuidePath(this.actionType);
    const link = html`<p><a href=${path} target="_blank" rel="noopener">${actionText().openGuide(this.actionType)}</a></p>`;
    if (this.content === null) return this.actionType === "" ? nothing : link;
    return html`<details class="guide-panel sheet" ?open=${this.isInitiallyOpen}>
      <summary><h2>${actionText().guide(this.actionType)}</h2></summary>
      <div class="guide-text" lang="en" tabindex="0" role="region" aria-label=${actionText().guide(this.actionType)}>${this.content}</div>
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
