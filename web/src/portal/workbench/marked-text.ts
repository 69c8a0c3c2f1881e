import { html, LitElement, nothing, type PropertyValues } from "lit";
import { property, state } from "lit/decorators.js";
import { guard } from "lit/directives/guard.js";
import type { JsonObject } from "../../data/json.ts";
import { ConfigChanged } from "../action/config-form.ts";
import { offsetAt, positionAt } from "./dom-offsets.ts";
import { recordNumber } from "./failure.ts";
import type { StormFieldPanel } from "./field-panel.ts";
import { fieldNames } from "./fields.ts";
import { legend, textPieces } from "./highlighted-text.ts";
import { layoutHold } from "./layout-hold.ts";
import type { Previewed } from "./previewed.ts";
import { isSameRange, quoteOf, recordAt, snapSelection, type TextRange } from "./selected-text.ts";
import { keepSelectionInside, type Point } from "./selection-edge.ts";
import { workbenchText } from "./text.ts";
import { cursorRange, moveCursor, type WordCursor, wordsOf } from "./word-cursor.ts";

/** Fingers adjust a selection in several steps. */
const SELECTION_PAUSE_MS = 350;
const HIGHLIGHT = "storm-selected";
const RELEASES = ["pointerup", "pointercancel"] as const;

/**
 * The message with what was found in it. A value is selected with the mouse, with touch or with the arrow keys; all three
 * use the selection of the browser. The panel below then reads it as a field and fires `storm-config`.
 */
export class StormMarkedText extends LitElement {
  @property({ attribute: false }) previewed: Previewed | null = null;
  @property({ attribute: false }) config: JsonObject = {};
  @state() private selection: TextRange | null = null;
  @state() private announcement = "";
  private cursor: WordCursor | null = null;
  /** Set by the arrow keys: Enter opens the panel, not the selection alone. */
  private keyboardRange: TextRange | null = null;
  private words: TextRange[] | null = null;
  private isPointerDown = false;
  /** Handles of a touch selection report no events: nothing may scroll, because a finger may still be on one. */
  private isTouch = false;
  private pointer: Point = { x: 0, y: 0 };
  private timer: ReturnType<typeof setTimeout> | undefined;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener("selectionchange", this.selectionChanged);
    document.addEventListener("pointermove", this.pointerMoved);
    for (const type of RELEASES) document.addEventListener(type, this.pointerReleased);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.timer);
    document.removeEventListener("selectionchange", this.selectionChanged);
    document.removeEventListener("pointermove", this.pointerMoved);
    for (const type of RELEASES) document.removeEventListener(type, this.pointerReleased);
    this.drawSelection(null);
    layoutHold.end();
  }

  private get region(): HTMLElement | null {
    return this.querySelector(".highlighted-text");
  }

  protected override async scheduleUpdate(): Promise<void> {
    await layoutHold.ended;
    await super.scheduleUpdate();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has("previewed")) return;
    // New pieces of text would move the browser's selection to something that nobody selected.
    const native = document.getSelection();
    if (native !== null && this.region?.contains(native.anchorNode)) native.removeAllRanges();
    if (changed.get("previewed")?.text === this.previewed?.text) return;
    [this.selection, this.cursor, this.keyboardRange, this.words, this.announcement] = [null, null, null, null, ""];
  }

  protected override updated(changed: PropertyValues<this>): void {
    this.drawSelection(this.selection);
    const isFocused = this.region !== null && this.region === document.activeElement;
    if (changed.has("previewed") && isFocused && this.keyboardRange !== null) this.showRange(this.keyboardRange);
  }

  /** Keeps the selected value visible while the focus is in the panel. */
  private drawSelection(selection: TextRange | null): void {
    const range = selection === null ? null : this.domRange(selection);
    if (range === null) CSS.highlights?.delete(HIGHLIGHT);
    else CSS.highlights?.set(HIGHLIGHT, new Highlight(range));
  }

  private domRange({ start, end }: TextRange): Range | null {
    const { region } = this;
    const [first, last] =
      region === null ? [] : [positionAt<Node>(region, start, "start"), positionAt<Node>(region, end, "end")];
    if (!first || !last) return null;
    const range = document.createRange();
    range.setStart(first.node, first.offset);
    range.setEnd(last.node, last.offset);
    return range;
  }

  private readonly pointerPressed = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    clearTimeout(this.timer);
    [this.isPointerDown, this.isTouch] = [true, event.pointerType === "touch"];
    layoutHold.begin();
    // A press on selected text would drag that text away instead of selecting a part of it.
    if (event.pointerType === "mouse" && !event.shiftKey) document.getSelection()?.removeAllRanges();
  };

  private readonly pointerMoved = (event: PointerEvent): void => {
    if (!this.isPointerDown) return;
    // The release was outside of the window.
    if (event.buttons === 0) this.pointerReleased(event);
    else this.pointer = { x: event.clientX, y: event.clientY };
  };

  private readonly pointerReleased = (event: PointerEvent): void => {
    if (!this.isPointerDown) return;
    if (event.type === "pointerup") keepSelectionInside(this.region, { x: event.clientX, y: event.clientY });
    this.isPointerDown = false;
    // The browser completes the selection after this event. A held update would end it.
    setTimeout(() => {
      if (this.isPointerDown) return;
      this.readSelection();
      layoutHold.end();
    });
  };

  private readonly selectionChanged = (): void => {
    if (this.isPointerDown) keepSelectionInside(this.region, this.pointer);
    else this.readSelectionSoon();
  };

  private readSelectionSoon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.readSelection(), SELECTION_PAUSE_MS);
  }

  /** A selection elsewhere, as in the input of the panel, changes nothing. */
  private readSelection(): void {
    const [native, { region, previewed }] = [document.getSelection(), this];
    if (native === null || region === null || previewed === null || native.rangeCount === 0) return;
    if (!region.contains(native.anchorNode)) return;
    const range = native.getRangeAt(0);
    const start = offsetAt(region, range.startContainer, range.startOffset) ?? 0;
    const end = offsetAt(region, range.endContainer, range.endOffset) ?? previewed.text.length;
    if (isSameRange(this.keyboardRange, { start, end })) return;
    this.keyboardRange = null;
    void this.select(snapSelection(previewed.text, { start, end }));
  }

  /** The browser reports a selection several times; the panel must not start again. */
  private async select(selection: TextRange | null): Promise<void> {
    if (isSameRange(this.selection, selection)) return;
    this.selection = selection;
    await this.updateComplete;
    if (selection !== null && !this.isTouch) this.panel?.scrollIntoView({ block: "nearest" });
  }

  private get panel(): StormFieldPanel | null {
    return this.querySelector("storm-field-panel");
  }

  private readonly keyPressed = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    this.isTouch = false;
    if (event.key === "Escape") this.close();
    else if (event.key === "Enter") void this.openPanel(event);
    else this.moveCursor(event);
  };

  private moveCursor(event: KeyboardEvent): void {
    const { previewed } = this;
    if (previewed === null) return;
    const { text, preview } = previewed;
    this.words ??= wordsOf(text);
    const cursor = moveCursor(text, this.words, this.cursor, event, preview.scopes[0]?.start);
    const range = cursor === null ? null : cursorRange(this.words, cursor);
    if (range === null) return;
    event.preventDefault();
    [this.cursor, this.keyboardRange, this.selection] = [cursor, range, null];
    this.showRange(range);
    const record = recordAt(preview.scopes, range);
    this.announcement = `${quoteOf(text, range)}, ${record === null ? workbenchText().outside : workbenchText().recordNumber(recordNumber(record))}`;
  }

  private showRange(selected: TextRange): void {
    const [range, { region }] = [this.domRange(selected), this];
    if (range === null || region === null) return;
    document
      .getSelection()
      ?.setBaseAndExtent(range.startContainer, range.startOffset, range.endContainer, range.endOffset);
    const [word, box] = [range.getBoundingClientRect(), region.getBoundingClientRect()];
    if (word.top < box.top) region.scrollTop -= box.top - word.top + word.height;
    if (word.bottom > box.bottom) region.scrollTop += word.bottom - box.bottom + word.height;
  }

  private async openPanel(event: KeyboardEvent): Promise<void> {
    event.preventDefault();
    const { previewed, keyboardRange } = this;
    if (previewed === null || (keyboardRange === null && this.selection === null)) {
      this.announcement = workbenchText().pressArrow;
      return;
    }
    if (keyboardRange !== null) await this.select(snapSelection(previewed.text, keyboardRange));
    await this.panel?.updateComplete;
    this.panel?.focus();
  }

  private readonly fieldFound = (event: Event): void => {
    if (event instanceof ConfigChanged) this.dispatchEvent(new ConfigChanged(event.config, event.isValid));
  };

  private readonly close = (): void => {
    const hadFocus = this.panel?.contains(document.activeElement) ?? false;
    this.selection = null;
    if (!hadFocus) return;
    this.region?.focus();
    if (this.keyboardRange !== null) this.showRange(this.keyboardRange);
  };

  protected override render() {
    const { previewed, selection, config } = this;
    if (previewed === null) return nothing;
    const { text, preview } = previewed;
    const fields = fieldNames(config);
    return html`<p class="hint" id="mark-hint">${workbenchText().selectHint}</p>
      <div
        class="highlighted-text"
        tabindex="0"
        role="application"
        aria-label=${workbenchText().textOfMessage}
        aria-describedby="mark-hint"
        @keydown=${this.keyPressed}
        @pointerdown=${this.pointerPressed}
      >${guard([text, preview, fields.join("\n")], () => textPieces(text, preview, fields))}</div>
      <p role="status" class="unseen">${this.announcement}</p>
      ${
        selection === null
          ? nothing
          : html`<storm-field-panel
            .previewed=${previewed}
            .config=${config}
            .selection=${selection}
            @storm-config=${this.fieldFound}
            @storm-panel-closed=${this.close}
          ></storm-field-panel>`
      }
      ${guard([text, preview, fields.join("\n")], () => legend(text, preview, fields))}`;
  }
}
