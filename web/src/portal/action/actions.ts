import { html, nothing, type TemplateResult } from "lit";
import { property, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { type Action, listActions, orderActions, writeAction } from "../../data/action.ts";
import { readWatcher } from "../../data/watcher.ts";
import { formNotice } from "../part/field.ts";
import { Loading, loaded } from "../part/loading.ts";
import { backLink, heading, PortalPage } from "../part/page.ts";
import { Sending } from "../part/sending.ts";
import { watcherTabs } from "../watcher/tabs.ts";
import { gistOf } from "./gist.ts";
import { asRun, drop, lineAt, placeWords, step } from "./order.ts";

interface Known {
  name: string;
  isOff: boolean;
  actions: Action[];
}

/** What is done with each message, in its order. The line is where the message is put away; actions cross it. */
export class StormActions extends PortalPage {
  @property({ type: Number }) number = 0;
  @state() private told = "";
  /** The order while an action is dragged, before it is dropped. */
  @state() private dragged: { id: number; actions: Action[] } | null = null;
  private dragging = new AbortController();
  private readonly sending = new Sending(this);
  private readonly known = new Loading(this, async (signal): Promise<Known> => {
    const [watcher, actions] = await Promise.all([readWatcher(this.number, signal), listActions(this.number, signal)]);
    return { name: watcher.name, isOff: !watcher.isEnabled, actions: asRun(actions) };
  });

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.dragging.abort();
  }

  /** First the phase, then the order: neither is lost when the other fails. */
  private place(before: Action[], after: Action[], id: number): void {
    const { value } = this.known;
    if (value === null) return;
    this.known.set({ ...value, actions: after });
    void this.sending.send(async (signal) => {
      try {
        const [old, moved] = [before.find((one) => one.id === id), after.find((one) => one.id === id)];
        if (moved && old?.isPhaseOne !== moved.isPhaseOne) await writeAction(this.number, id, moved, signal);
        const actions = asRun(
          await orderActions(
            this.number,
            after.map((one) => one.id),
            signal,
          ),
        );
        this.known.set({ ...value, actions });
        this.told = placeWords(actions, id);
      } catch (error) {
        this.known.set({ ...value, actions: asRun(await listActions(this.number, signal).catch(() => before)) });
        throw error;
      }
    });
  }

  private move(id: number, way: -1 | 1): void {
    const before = this.known.value?.actions ?? [];
    const after = this.sending.busy ? null : step(before, id, way);
    if (after === null) return;
    this.place(before, after, id);
    // The element moves in the list: the focus goes with it.
    void this.updateComplete.then(() => this.querySelector<HTMLElement>(`#grip-${id}`)?.focus());
  }

  private readonly key = (event: KeyboardEvent, id: number): void => {
    const ways: Record<string, -1 | 1> = { ArrowUp: -1, ArrowDown: 1 };
    const way = ways[event.key];
    if (way === undefined) return;
    event.preventDefault();
    this.move(id, way);
  };

  /** Heard on the window: the handle itself moves in the list while it is dragged. */
  private readonly grip = (event: PointerEvent, id: number): void => {
    if (event.button !== 0 || this.sending.busy) return;
    this.dragged = { id, actions: this.known.value?.actions ?? [] };
    this.dragging = new AbortController();
    const { signal } = this.dragging;
    window.addEventListener("pointermove", this.drag, { signal });
    window.addEventListener("pointerup", this.release, { signal });
    window.addEventListener("pointercancel", this.release, { signal });
  };

  /** Where the pointer is among the items and the line tells the slot. */
  private readonly drag = (event: PointerEvent): void => {
    const { dragged } = this;
    if (dragged === null) return;
    const others = [...this.querySelectorAll<HTMLElement>(".chain > li")].filter(
      (item) => item.dataset.id !== String(dragged.id),
    );
    const slot = others.filter((item) => {
      const { top, height } = item.getBoundingClientRect();
      return event.clientY > top + height / 2;
    }).length;
    this.dragged = { id: dragged.id, actions: drop(dragged.actions, dragged.id, slot) };
  };

  private readonly release = (): void => {
    const { dragged } = this;
    this.dragging.abort();
    this.dragged = null;
    const before = this.known.value?.actions ?? [];
    if (dragged === null || JSON.stringify(before) === JSON.stringify(dragged.actions)) return;
    this.place(before, dragged.actions, dragged.id);
  };

  protected override render() {
    return html`${backLink("/portal/watchers", "All watchers")}
      <div class="top">
        ${heading(this.known.value?.name ?? "Actions")}
        ${this.isAdmin ? html`<a class="button" href="/portal/watchers/${this.number}/actions/new">Add action</a>` : nothing}
      </div>
      ${watcherTabs(this.number, "actions")} ${formNotice(this.sending.words)}
      <div role="status" class="unseen">${this.told}</div>
      ${loaded(this.known, ({ actions, isOff }) => html`${this.chain(this.dragged?.actions ?? actions)} ${isOff && actions.length > 0 ? stillOff(this.number) : nothing}`)}`;
  }

  private chain(actions: Action[]): TemplateResult {
    const line = lineAt(actions);
    const drawn: (Action | null)[] = [...actions.slice(0, line), null, ...actions.slice(line)];
    return html`${
      actions.length === 0
        ? html`<p>Nothing is done with the messages yet: they would only be put away.${this.isAdmin ? " Add the first action, or take a whole workflow." : ""}</p>
            ${this.isAdmin ? html`<p><a href="/portal/watchers/${this.number}/gallery">Start from a ready workflow</a></p>` : nothing}`
        : nothing
    }
      ${this.isAdmin && actions.length > 0 ? html`<p class="hint" id="chain-hint">Drag an action by its handle, or focus the handle and press the up and down arrow keys.</p>` : nothing}
      <ol class="chain" aria-label="Actions in the order in which they run">
        ${repeat(
          drawn,
          (one) => one?.id ?? "line",
          (one) => (one === null ? phaseLine(line < actions.length) : this.item(one, actions.indexOf(one) + 1)),
        )}
      </ol>`;
  }

  private item(action: Action, number: number): TemplateResult {
    const { id, name, actionType } = action;
    return html`<li class="sheet ${this.dragged?.id === id ? "dragged" : ""}" data-id=${id}>
      ${
        this.isAdmin
          ? html`<button
            type="button"
            id="grip-${id}"
            class="grip"
            aria-label="Move ${name}"
            aria-describedby="chain-hint"
            @keydown=${(event: KeyboardEvent) => this.key(event, id)}
            @pointerdown=${(event: PointerEvent) => this.grip(event, id)}
          >
            <span aria-hidden="true">⠿</span>
          </button>`
          : nothing
      }
      <div class="link">
        <h2><span class="quiet">${number}.</span> <a href="/portal/watchers/${this.number}/actions/${id}">${name}</a></h2>
        <p class="quiet">${actionType}: ${gistOf(action)}</p>
        ${(action.warnings ?? []).map((words) => html`<p class="reason bad">${words}</p>`)}
        ${actionType === "TextExtract" ? html`<p><a href="/portal/watchers/${this.number}/actions/${id}/workbench">Open in the workbench</a></p>` : nothing}
      </div>
    </li>`;
  }
}

function stillOff(watcher: number): TemplateResult {
  return html`<p>This watcher is switched off. <a href="/portal/watchers/${watcher}">Switch it on</a> when its actions are as you want them.</p>`;
}

function phaseLine(isFollowed: boolean): TemplateResult {
  return html`<li class="phase-line">
    <p><strong>Here the message is put away.</strong> What stands above must succeed first; ${isFollowed ? "what stands below follows from the queue." : "nothing follows yet."}</p>
  </li>`;
}
