import { html, LitElement, nothing } from "lit";
import { property, state } from "lit/decorators.js";
import { retryLog, searchLog } from "../../data/log.ts";
import { ApiError } from "../../data/problem.ts";
import type { StormConfirm } from "../ui/confirm.ts";
import { formNotice } from "../ui/field.ts";
import { Submission } from "../ui/submission.ts";
import { commonText } from "../ui/text.ts";
import { type LogFilter, toSearch } from "./filter.ts";
import { logText } from "./text.ts";

const PAGE_SIZE = 500;
const MAX_MESSAGES = 10_000;
const CONCURRENCY = 4;

interface Progress {
  done: number;
  all: number;
  rejected: number;
}

/** Retries all messages that match a filter, a few at a time, with a progress bar. Fires `storm-changed` at the end. */
export class StormBulkRetry extends LitElement {
  @property({ attribute: false }) filter: LogFilter | null = null;
  @state() private ids: number[] = [];
  @state() private progress: Progress | null = null;
  @state() private isStopped = false;
  private readonly submission = new Submission(this);

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  /** Collects the messages before the user confirms, so that the count does not change afterwards. */
  private readonly count = (): void => {
    this.progress = null;
    void this.submission.send(async (signal) => {
      const ids: number[] = [];
      let cursor: string | null | undefined;
      do {
        const search = {
          ...toSearch(this.filter ?? { jobId: "", status: "", from: "", to: "", q: "" }),
          limit: PAGE_SIZE,
        };
        const page = await searchLog(cursor ? { ...search, cursor } : search, signal);
        ids.push(...page.items.map(({ id }) => id));
        cursor = page.nextCursor;
      } while (cursor && ids.length < MAX_MESSAGES);
      this.ids = ids.slice(0, MAX_MESSAGES);
      await this.updateComplete;
      this.querySelector<StormConfirm>("storm-confirm")?.open();
    });
  };

  private readonly start = (): void => {
    this.isStopped = false;
    void this.submission.send(async (signal) => {
      // Oldest first, in the order of arrival.
      const pending = [...this.ids].reverse();
      this.progress = { done: 0, all: pending.length, rejected: 0 };
      const worker = async (): Promise<void> => {
        for (let id = pending.shift(); id !== undefined && !this.isStopped && !signal.aborted; id = pending.shift()) {
          const rejections = await retryLog(id, false, signal).then(() => 0, countRejection);
          const { done, all, rejected: before } = this.progress ?? { done: 0, all: 0, rejected: 0 };
          this.progress = { done: done + 1, all, rejected: before + rejections };
        }
      };
      await Promise.all(Array.from({ length: CONCURRENCY }, worker));
      this.dispatchEvent(new Event("storm-changed"));
    });
  };

  protected override render() {
    const { progress, submission } = this;
    return html`${formNotice(submission.message)}
      <div class="buttons">
        ${
          progress !== null && submission.busy
            ? html`<button type="button" class="second" @click=${() => (this.isStopped = true)}>${logText().stop}</button>`
            : html`<button
              type="button"
              class="second"
              ?disabled=${submission.busy}
              @click=${this.count}
            >${submission.busy ? logText().counting : logText().retryAll}</button>`
        }
        ${
          progress === null
            ? nothing
            : html`<progress max=${progress.all} value=${progress.done} aria-label=${logText().retryProgress}></progress>
              <span role="status">${logText().retried(progress.done, progress.all, progress.rejected)}</span>`
        }
      </div>
      <storm-confirm
        .question=${logText().retryQuestion(commonText().messages(this.ids.length))}
        detail=${logText().retryDetail}
        button-label=${logText().retryMessages}
        @storm-confirmed=${this.start}
      ></storm-confirm>`;
  }
}

function countRejection(error: unknown): number {
  if (error instanceof ApiError && error.problem.status !== null) return 1;
  throw error;
}
