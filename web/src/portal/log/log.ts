import { html, nothing, type TemplateResult } from "lit";
import { state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { type Log, type LogPage, searchLog } from "../../data/log.ts";
import { STATUSES } from "../../data/log-status.ts";
import { listAllWatchers, type Watcher } from "../../data/watcher.ts";
import { titles } from "../titles.ts";
import { badge } from "../ui/badge.ts";
import { formNotice, selectField, textField } from "../ui/field.ts";
import { IntervalController } from "../ui/interval.ts";
import { Loader, whenLoaded } from "../ui/loader.ts";
import { heading, PortalPage } from "../ui/page.ts";
import { relativeTime } from "../ui/relative-time.ts";
import { logStatus } from "../ui/status-label.ts";
import { Submission } from "../ui/submission.ts";
import { commonText } from "../ui/text.ts";
import { type LogFilter, PHASE_TWO_FAILED, parseFilter, toSearch, writeFilter } from "./filter.ts";
import { logTitle } from "./log-kind.ts";
import { mergeNewest } from "./merge-pages.ts";
import { countText } from "./page-text.ts";
import { logText } from "./text.ts";
import { statusTone } from "./timeline.ts";

const TYPING_PAUSE_MS = 300;
const REFRESH_MS = 10_000;

export class StormLog extends PortalPage {
  @state() private filter: LogFilter = parseFilter(location.search);
  @state() private open: number | null = null;
  private readonly watchers = new Loader(this, listAllWatchers);
  private readonly page = new Loader(this, (signal) => searchLog(toSearch(this.filter), signal));
  private readonly submission = new Submission(this);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly endObserver = new IntersectionObserver(
    ([end]) => {
      if (end?.isIntersecting) this.loadMore();
    },
    { rootMargin: "600px" },
  );

  constructor() {
    super();
    new IntervalController(this, REFRESH_MS, () => this.refresh());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.endObserver.disconnect();
    clearTimeout(this.timer);
  }

  protected override updated(): void {
    this.endObserver.disconnect();
    const end = this.querySelector("#log-end");
    if (end !== null) this.endObserver.observe(end);
  }

  private readonly filterTyped = (event: Event): void => {
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const field = (name: string) => String(form.get(name) ?? "");
    this.filter = {
      jobId: field("jobId"),
      status: field("status"),
      from: field("from"),
      to: field("to"),
      q: field("q"),
    };
    this.open = null;
    history.replaceState(null, "", location.pathname + writeFilter(this.filter));
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.page.reload(), TYPING_PAUSE_MS);
  };

  /** Older pages that are loaded stay. */
  private refresh(): void {
    if (!this.submission.busy) void this.page.refresh(mergeNewest);
  }

  private loadMore(): void {
    const before = this.page.value;
    if (before === null || !before.nextCursor || this.submission.busy) return;
    void this.submission.send(async (signal) => {
      const next = await searchLog({ ...toSearch(this.filter), cursor: before.nextCursor ?? "" }, signal);
      // The filter may have changed in the meantime.
      if (this.page.value === before) this.page.set({ ...next, items: [...before.items, ...next.items] });
    });
  }

  protected override render() {
    return html`<div class="top">
        ${heading(titles().page.log)} <a class="button" href="/portal/log/explain">${titles().page.explain}</a>
      </div>
      ${this.filters(this.watchers.value ?? [])}
      ${this.isOperator && this.filter.status !== "" ? html`<storm-bulk-retry .filter=${this.filter} @storm-changed=${() => this.refresh()}></storm-bulk-retry>` : nothing}
      ${whenLoaded(this.page, (page) => this.list(page))}`;
  }

  private filters(watchers: Watcher[]): TemplateResult {
    const { jobId, status, from, to, q } = this.filter;
    return html`<form
      class="filters"
      role="search"
      @input=${this.filterTyped}
      @submit=${(event: Event) => event.preventDefault()}
    >
      <div class="field">
        <label for="field-q">${logText().search}</label>
        <input id="field-q" name="q" type="search" autocomplete="off" spellcheck="false" .value=${q} />
      </div>
      ${selectField({
        name: "jobId",
        label: logText().watcher,
        value: jobId,
        options: [["", commonText().all], ...watchers.map(({ id, name }) => [String(id), name] as const)],
      })}
      ${selectField({
        name: "status",
        label: commonText().status,
        value: status,
        options: [
          ["", commonText().all],
          ...STATUSES.map((name) => [name, logStatus(name)] as const),
          [PHASE_TWO_FAILED, logText().phaseTwoFailed],
        ],
      })}
      ${textField({
        name: "from",
        label: commonText().fromDate,
        type: "date",
        value: from,
      })} ${textField({
        name: "to",
        label: commonText().toDate,
        type: "date",
        value: to,
      })}
    </form>`;
  }

  private list(page: LogPage): TemplateResult {
    return html`<p role="status" class="count">${countText(page)}</p>
      ${
        page.items.length === 0
          ? nothing
          : html`<ul class="log framed">
            ${repeat(
              page.items,
              ({ id }) => id,
              (log) => this.row(log),
            )}
          </ul>`
      }
      ${formNotice(this.submission.message)} ${this.end(page)}`;
  }

  /** A search that ended before the log continues only when the user asks for it. */
  private end(page: LogPage): TemplateResult | typeof nothing {
    if (!page.nextCursor) return page.items.length === 0 ? nothing : html`<p class="quiet">${logText().end}</p>`;
    const label = page.searchedTo ? logText().searchOlder : commonText().loadMore;
    return html`<p id=${page.searchedTo ? "search-end" : "log-end"}><button
      type="button"
      class="second"
      ?disabled=${this.submission.busy}
      @click=${() => this.loadMore()}
    >${this.submission.busy ? commonText().loading : label}</button></p>`;
  }

  private row(log: Log): TemplateResult {
    const isOpen = this.open === log.id;
    const watcher =
      this.watchers.value?.find(({ id }) => id === log.mailboxWatcherJobId)?.name ??
      logText().watcherNumber(log.mailboxWatcherJobId);
    return html`<li class=${isOpen ? "open" : ""}>
      <button
        type="button"
        class="row"
        aria-expanded=${isOpen ? "true" : "false"}
        aria-controls="log-${log.id}"
        @click=${() => (this.open = isOpen ? null : log.id)}
      >
        ${badge(statusTone(log.status), logStatus(log.status))}
        <span class="what">${logTitle(log)}</span>
        <span class="quiet who">${log.fromAddress ?? ""}</span>
        <span class="quiet watched">${watcher}</span>
        <span class="quiet when">${relativeTime(log.detectedAt)}</span>
        ${log.phaseTwoStatus === "Failed" ? badge("bad", logText().phaseTwoFailed) : nothing}
        ${log.dismissedAt ? badge("idle", logText().dismissed) : nothing}
      </button>
      <div id="log-${log.id}">
        ${
          isOpen
            ? html`<storm-message-detail
              .number=${log.id}
              .currentUser=${this.currentUser}
              @storm-changed=${() => this.refresh()}
            ></storm-message-detail>
              <p><a href="/portal/log/${log.id}">${logText().openMessage}</a></p>`
            : nothing
        }
      </div>
    </li>`;
  }
}
