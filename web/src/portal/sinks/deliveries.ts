import { html, LitElement, nothing, type TemplateResult } from "lit";
import { property, state } from "lit/decorators.js";
import {
  DELIVERY_PAGE,
  DELIVERY_STATUSES,
  type EventDelivery,
  listDeliveries,
  retryDelivery,
} from "../../data/event-sink.ts";
import { showStatus } from "../events.ts";
import { formatTime } from "../time.ts";
import { badge } from "../ui/badge.ts";
import { formNotice, selectField } from "../ui/field.ts";
import { IntervalController } from "../ui/interval.ts";
import { Loader, whenLoaded } from "../ui/loader.ts";
import { facilityStatus } from "../ui/status-label.ts";
import { Submission } from "../ui/submission.ts";
import { commonText } from "../ui/text.ts";
import { joinDeliveries } from "./join-deliveries.ts";
import { canRetry, deliveryText, deliveryTone } from "./sink-text.ts";
import { sinkText } from "./text.ts";

const REFRESH_MS = 5_000;

/** What a sink got, newest first. Dispatches `storm-changed` when the state of the sink may have changed. */
export class StormSinkDeliveries extends LitElement {
  @property({ type: Number }) number = 0;
  @state() private status = "";
  @state() private hasMore = false;
  private readonly deliveries = new Loader(this, (signal) => this.load(signal));
  private readonly submission = new Submission(this);

  constructor() {
    super();
    new IntervalController(this, REFRESH_MS, () => void this.refresh());
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  private async load(signal: AbortSignal, before?: number): Promise<EventDelivery[]> {
    const query = {
      ...(this.status === "" ? {} : { status: this.status }),
      ...(before === undefined ? {} : { before }),
    };
    const page = await listDeliveries(this.number, query, signal);
    // A refresh of the newest page says nothing about the end of the list.
    if (before !== undefined || this.deliveries.value === null) this.hasMore = page.length === DELIVERY_PAGE;
    return page;
  }

  /** Older pages that are loaded stay. */
  private async refresh(): Promise<void> {
    if (this.submission.busy) return;
    await this.deliveries.refresh(joinDeliveries);
    this.dispatchEvent(new Event("storm-changed"));
  }

  private readonly filter = (event: Event): void => {
    this.status = (event.target as HTMLSelectElement).value;
    void this.deliveries.reload();
  };

  private readonly loadMore = (): void => {
    const before = this.deliveries.value ?? [];
    void this.submission.send(async (signal) => {
      const older = await this.load(signal, before.at(-1)?.eventId);
      // The filter may have changed in the meantime.
      if (this.deliveries.value === before) this.deliveries.set([...before, ...older]);
    });
  };

  private readonly retry = ({ eventId, facilityName }: EventDelivery): void => {
    void this.submission
      .send(async (signal) => {
        await retryDelivery(this.number, eventId, signal);
        showStatus(sinkText().sentAgain(facilityName));
      })
      .then(() => this.refresh());
  };

  protected override render() {
    return html`<section aria-labelledby="deliveries">
      <div class="top">
        <h2 id="deliveries">${sinkText().deliveryLog}</h2>
        <form class="filters tight" @input=${this.filter} @submit=${(event: Event) => event.preventDefault()}>
          ${selectField({
            name: "deliveryStatus",
            label: commonText().result,
            value: this.status,
            options: [["", commonText().all], ...DELIVERY_STATUSES.map((name) => [name, statusLabel(name)] as const)],
          })}
        </form>
      </div>
      ${formNotice(this.submission.message)} ${whenLoaded(this.deliveries, (all) => this.list(all))}
    </section>`;
  }

  private list(all: EventDelivery[]): TemplateResult {
    if (all.length === 0)
      return html`<p class="quiet">${this.status === "" ? sinkText().noEvents : sinkText().noneWithResult}</p>`;
    return html`<table role="table" class="deliveries">
        <caption class="unseen">${sinkText().caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">${sinkText().event}</th>
            <th role="columnheader" scope="col">${sinkText().time}</th>
            <th role="columnheader" scope="col">${commonText().result}</th>
            <th role="columnheader" scope="col">${sinkText().attemptsColumn}</th>
            <th role="columnheader" scope="col"><span class="unseen">${commonText().retry}</span></th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          ${all.map((delivery) => this.row(delivery, new Date()))}
        </tbody>
      </table>
      ${
        this.hasMore
          ? html`<p><button type="button" class="second" ?disabled=${this.submission.busy} @click=${this.loadMore}>${sinkText().loadOlder}</button></p>`
          : nothing
      }`;
  }

  private row(delivery: EventDelivery, now: Date): TemplateResult {
    const { facilityName, from, to, at, status, lastError } = delivery;
    return html`<tr role="row">
      <th role="rowheader" scope="row">${facilityName}: ${facilityStatus(from)} → ${facilityStatus(to)}</th>
      <td role="cell" data-label=${sinkText().time}>${formatTime(at, { seconds: true })}</td>
      <td role="cell" data-label=${commonText().result}>${badge(deliveryTone(delivery), statusLabel(status))}</td>
      <td role="cell" data-label=${sinkText().attemptsColumn}>
        <span>${deliveryText(delivery, now)}${lastError ? html`<span class="reason bad">${lastError}</span>` : nothing}</span>
      </td>
      <td role="cell">
        ${
          canRetry(delivery)
            ? html`<button type="button" class="plain" ?disabled=${this.submission.busy} @click=${() => this.retry(delivery)}>
                ${commonText().retry}<span class="unseen"> ${sinkText().eventOf(facilityName)}</span>
              </button>`
            : nothing
        }
      </td>
    </tr>`;
  }
}

/** A newer service may have more. */
function statusLabel(status: string): string {
  return sinkText().deliveryStatus[status] ?? status;
}
