// The button that leaves the wall display. It hides while nobody uses the mouse or the keyboard.
import { html, LitElement } from "lit";
import { property } from "lit/decorators.js";
import type { Language } from "../../status-text/language.ts";
import { BOARD_TEXT } from "../text.ts";

const IDLE_AFTER_MS = 4_000;

export class WallControls extends LitElement {
  @property({ attribute: false }) language: Language = "en";
  @property({ attribute: false }) exit: () => void = () => undefined;
  /** Styles hide the button and the pointer. */
  @property({ type: Boolean, reflect: true }) idle = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private stop = new AbortController();

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.stop = new AbortController();
    for (const type of ["pointermove", "pointerdown", "keydown", "focusin"])
      window.addEventListener(type, this.wake, { signal: this.stop.signal, passive: true });
    this.wake();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop.abort();
    clearTimeout(this.timer);
  }

  private readonly wake = (): void => {
    this.idle = false;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.idle = true), IDLE_AFTER_MS);
  };

  protected override render() {
    return html`<button type="button" class="second exit-wall" @click=${this.exit}>${BOARD_TEXT[this.language].exitWall}</button>`;
  }
}
