import { html, LitElement, nothing } from "lit";
import { property, state } from "lit/decorators.js";
import { retryLog, searchLog } from "../../data/log.ts";
import { Refusal } from "../../data/problem.ts";
import type { StormConfirm } from "../part/confirm.ts";
import { formNotice } from "../part/field.ts";
import { Sending } from "../part/sending.ts";
import { type Filter, searchOf } from "./filter.ts";

const PAGE = 500;
const MOST = 10_000;
const AT_ONCE = 4;

interface Progress {
  done: number;
  all: number;
  refused: number;
}

/** Retries everything that a filter finds, a few at a time, and says how far it is. Says `storm-changed` at the end. */
export class StormBulkRetry extends LitElement {
  @property({ attribute: false }) filter: Filter | null = null;
  @state() private ids: number[] = [];
  @state() private progress: Progress | null = null;
  @state() private halted = false;
  private readonly sending = new Sending(this);

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  /** What is found now is what is retried, whatever arrives meanwhile. */
  private readonly count = (): void => {
    this.progress = null;
    void this.sending.send(async (signal) => {
      const ids: number[] = [];
      let cursor: string | null | undefined;
      do {
        const search = { ...searchOf(this.filter ?? { jobId: "", status: "", from: "", to: "", q: "" }), limit: PAGE };
        const page = await searchLog(cursor ? { ...search, cursor } : search, signal);
        ids.push(...page.items.map(({ id }) => id));
        cursor = page.nextCursor;
      } while (cursor && ids.length < MOST);
      this.ids = ids.slice(0, MOST);
      await this.updateComplete;
      this.querySelector<StormConfirm>("storm-confirm")?.open();
    });
  };

  private readonly begin = (): void => {
    this.halted = false;
    void this.sending.send(async (signal) => {
      // The oldest first: that is the order in which they came.
      const waiting = [...this.ids].reverse();
      this.progress = { done: 0, all: waiting.length, refused: 0 };
      const work = async (): Promise<void> => {
        for (let id = waiting.shift(); id !== undefined && !this.halted && !signal.aborted; id = waiting.shift()) {
          const refused = await retryLog(id, false, signal).then(() => 0, refusal);
          const { done, all, refused: before } = this.progress ?? { done: 0, all: 0, refused: 0 };
          this.progress = { done: done + 1, all, refused: before + refused };
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      this.dispatchEvent(new Event("storm-changed"));
    });
  };

  protected override render() {
    const { progress, sending } = this;
    const many = this.ids.length.toLocaleString("en-US");
    return html`${formNotice(sending.words)}
      <div class="buttons">
        ${
          progress !== null && sending.busy
            ? html`<button type="button" class="second" @click=${() => (this.halted = true)}>Stop</button>`
            : html`<button type="button" class="second" ?disabled=${sending.busy} @click=${this.count}>${sending.busy ? "Counting …" : "Retry all that are found"}</button>`
        }
        ${
          progress === null
            ? nothing
            : html`<progress max=${progress.all} value=${progress.done} aria-label="Retried"></progress>
              <span role="status">${progressWords(progress)}</span>`
        }
      </div>
      <storm-confirm
        .question=${`Retry ${many} ${this.ids.length === 1 ? "message" : "messages"}?`}
        detail="Each is taken again from the beginning. Effects that were done already are not repeated."
        act="Retry them"
        @storm-confirmed=${this.begin}
      ></storm-confirm>`;
  }
}

function refusal(error: unknown): number {
  if (error instanceof Refusal && error.problem.status !== null) return 1;
  throw error;
}

function progressWords({ done, all, refused }: Progress): string {
  const words = `${done.toLocaleString("en-US")} of ${all.toLocaleString("en-US")} retried`;
  return refused === 0
    ? `${words}.`
    : `${words}, ${refused} of them refused: somebody works on them, or their watcher is gone.`;
}
