import { html, nothing, type TemplateResult } from "lit";
import { property, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { type Action, listActions, orderActions, writeAction } from "../../data/action.ts";
import { readWatcher, type Watcher } from "../../data/watcher.ts";
import { titles } from "../titles.ts";
import { formNotice } from "../ui/field.ts";
import { Loader, whenLoaded } from "../ui/loader.ts";
import { backLink, heading, PortalPage } from "../ui/page.ts";
import { Submission } from "../ui/submission.ts";
import { kindText } from "../watcher/kind.ts";
import { watcherTabs } from "../watcher/tabs.ts";
import { watcherText } from "../watcher/text.ts";
import { inRunOrder, moveByOne, moveToSlot, phaseLineIndex, positionText } from "./order.ts";
import { actionSummary } from "./summary.ts";
import { actionText } from "./text.ts";

interface ActionsData {
  watcher: Watcher;
  actions: Action[];
}

/** The actions of a watcher in run order. A line between the phases marks where the message is filed. */
export class StormActions extends PortalPage {
  @property({ type: Number }) number = 0;
  @state() private announcement = "";
  /** The order while an action is dragged. */
  @state() private dragged: { id: number; actions: Action[] } | null = null;
  private dragging = new AbortController();
  private readonly submission = new Submission(this);
  private readonly data = new Loader(this, async (signal): Promise<ActionsData> => {
    const [watcher, actions] = await Promise.all([readWatcher(this.number, signal), listActions(this.number, signal)]);
    return { watcher, actions: inRunOrder(actions) };
  });

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.dragging.abort();
  }

  /** Saves first the phase, then the order. */
  private saveOrder(before: Action[], after: Action[], id: number): void {
    const { value } = this.data;
    if (value === null) return;
    this.data.set({ ...value, actions: after });
    void this.submission.send(async (signal) => {
      try {
        const [old, moved] = [before.find((action) => action.id === id), after.find((action) => action.id === id)];
        if (moved && old?.isPhaseOne !== moved.isPhaseOne) await writeAction(this.number, id, moved, signal);
        const actions = inRunOrder(
          await orderActions(
            this.number,
            after.map((action) => action.id),
            signal,
          ),
        );
        this.data.set({ ...value, actions });
        this.announcement = positionText(actions, id);
      } catch (error) {
        this.data.set({ ...value, actions: inRunOrder(await listActions(this.number, signal).catch(() => before)) });
        throw error;
      }
    });
  }

  private move(id: number, direction: -1 | 1): void {
    const before = this.data.value?.actions ?? [];
    const after = this.submission.busy ? null : moveByOne(before, id, direction);
    if (after === null) return;
    this.saveOrder(before, after, id);
    // The focus follows the moved item.
    void this.updateComplete.then(() => this.querySelector<HTMLElement>(`#drag-handle-${id}`)?.focus());
  }

  private readonly moveByKey = (event: KeyboardEvent, id: number): void => {
    const directions: Record<string, -1 | 1> = { ArrowUp: -1, ArrowDown: 1 };
    const direction = directions[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    this.move(id, direction);
  };

  /** Listens on the window, because the handle itself moves while it is dragged. */
  private readonly startDrag = (event: PointerEvent, id: number): void => {
    if (event.button !== 0 || this.submission.busy) return;
    this.dragged = { id, actions: this.data.value?.actions ?? [] };
    this.dragging = new AbortController();
    const { signal } = this.dragging;
    window.addEventListener("pointermove", this.drag, { signal });
    window.addEventListener("pointerup", this.endDrag, { signal });
    window.addEventListener("pointercancel", this.endDrag, { signal });
  };

  /** The slot is the number of items above the pointer. */
  private readonly drag = (event: PointerEvent): void => {
    const { dragged } = this;
    if (dragged === null) return;
    const others = [...this.querySelectorAll<HTMLElement>(".action-list > li")].filter(
      (item) => item.dataset.id !== String(dragged.id),
    );
    const slot = others.filter((item) => {
      const { top, height } = item.getBoundingClientRect();
      return event.clientY > top + height / 2;
    }).length;
    this.dragged = { id: dragged.id, actions: moveToSlot(dragged.actions, dragged.id, slot) };
  };

  private readonly endDrag = (): void => {
    const { dragged } = this;
    this.dragging.abort();
    this.dragged = null;
    const before = this.data.value?.actions ?? [];
    if (dragged === null || JSON.stringify(before) === JSON.stringify(dragged.actions)) return;
    this.saveOrder(before, dragged.actions, dragged.id);
  };

  protected override render() {
    return html`${backLink("/portal/watchers", watcherText().allWatchers)}
      <div class="top">
        ${heading(this.data.value?.watcher.name ?? titles().page.actions)}
        ${this.isAdmin ? html`<a class="button" href="/portal/watchers/${this.number}/actions/new">${actionText().addAction}</a>` : nothing}
      </div>
      ${watcherTabs(this.number, "actions")} ${formNotice(this.submission.message)}
      <div role="status" class="unseen">${this.announcement}</div>
      ${whenLoaded(this.data, ({ actions, watcher }) => html`${this.actionList(this.dragged?.actions ?? actions, watcher)} ${!watcher.isEnabled && actions.length > 0 ? disabledNotice(this.number) : nothing}`)}`;
  }

  private actionList(actions: Action[], watcher: Watcher): TemplateResult {
    const line = phaseLineIndex(actions);
    const drawn: (Action | null)[] = [...actions.slice(0, line), null, ...actions.slice(line)];
    return html`${actions.length === 0 ? this.noActions(watcher) : nothing}
      ${this.isAdmin && actions.length > 0 ? html`<p class="hint" id="drag-hint">${actionText().dragHint}</p>` : nothing}
      <ol class="action-list" aria-label=${actionText().inOrder}>
        ${repeat(
          drawn,
          (action) => action?.id ?? "line",
          (action) =>
            action === null
              ? phaseLine(line < actions.length, watcher)
              : this.item(action, actions.indexOf(action) + 1),
        )}
      </ol>`;
  }

  private noActions(watcher: Watcher): TemplateResult {
    return html`<p>${kindText(watcher).noActions} ${this.isAdmin ? actionText().addOrStart : nothing}</p>
      ${this.isAdmin ? html`<p><a href="/portal/watchers/${this.number}/gallery">${actionText().startFromReady}</a></p>` : nothing}`;
  }

  private item(action: Action, number: number): TemplateResult {
    const { id, name, actionType } = action;
    return html`<li class="sheet ${this.dragged?.id === id ? "dragged" : ""}" data-id=${id}>
      ${
        this.isAdmin
          ? html`<button
            type="button"
            id="drag-handle-${id}"
            class="drag-handle"
            aria-label=${actionText().move(name)}
            aria-describedby="drag-hint"
            @keydown=${(event: KeyboardEvent) => this.moveByKey(event, id)}
            @pointerdown=${(event: PointerEvent) => this.startDrag(event, id)}
          >
            <span aria-hidden="true">⠿</span>
          </button>`
          : nothing
      }
      <div class="action">
        <h2><span class="quiet">${number}.</span> <a href="/portal/watchers/${this.number}/actions/${id}">${name}</a></h2>
        <p class="quiet">${actionType}: ${actionSummary(action)}</p>
        ${(action.warnings ?? []).map((warning) => html`<p class="reason bad">${warning}</p>`)}
        ${actionType === "TextExtract" ? html`<p><a href="/portal/watchers/${this.number}/actions/${id}/workbench">${actionText().openWorkbench}</a></p>` : nothing}
      </div>
    </li>`;
  }
}

function disabledNotice(watcherId: number): TemplateResult {
  return html`<p>${actionText().watcherDisabled} <a href="/portal/watchers/${watcherId}">${actionText().enableWatcher}</a> ${actionText().whenReady}</p>`;
}

function phaseLine(hasPhaseTwo: boolean, watcher: Watcher): TemplateResult {
  const text = actionText();
  return html`<li class="phase-line">
    <p><strong>${kindText(watcher).phaseOneEnds}</strong> ${text.stepsAbove} ${hasPhaseTwo ? text.stepsBelow : text.noStepsBelow}</p>
  </li>`;
}
