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
import { Submission } from "../ui/submission.ts";
import { joinDeliveries } from "./join-deliveries.ts";
import { canRetry, deliveryText, deliveryTone } from "./sink-text.ts";

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
        showStatus(`The event of “${facilityName}” is sent again.`);
      })
      .then(() => this.refresh());
  };

  protected override render() {
    return html`<section aria-labelledby="deliveries">
      <div class="top">
        <h2 id="deliveries">Delivery log</h2>
        <form class="filters tight" @input=${this.filter} @submit=${(event: Event) => event.preventDefault()}>
          ${selectField({
            name: "deliveryStatus",
            label: "Result",
            value: this.status,
            options: [["", "All"], ...DELIVERY_STATUSES.map((name) => [name, name] as const)],
          })}
        </form>
      </div>
      ${formNotice(this.submission.message)} ${whenLoaded(this.deliveries, (all) => this.list(all))}
    </section>`;
  }

  private list(all: EventDelivery[]): TemplateResult {
    if (all.length === 0)
      return html`<p class="quiet">${this.status === "" ? "No events yet. Events appear here when the status of a facility changes." : "No events with this result."}</p>`;
    return html`<table role="table" class="deliveries">
        <caption class="unseen">Events that this sink got, newest first</caption>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">Event</th>
            <th role="columnheader" scope="col">Time</th>
            <th role="columnheader" scope="col">Result</th>
            <th role="columnheader" scope="col">Attempts</th>
            <th role="columnheader" scope="col"><span class="unseen">Retry</span></th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          ${all.map((delivery) => this.row(delivery, new Date()))}
        </tbody>
      </table>
      ${
        this.hasMore
          ? html`<p><button type="button" class="second" ?disabled=${this.submission.busy} @click=${this.loadMore}>Load older events</button></p>`
          : nothing
      }`;
  }

  private row(delivery: EventDelivery, now: Date): TemplateResult {
    const { facilityName, from, to, at, status, lastError } = delivery;
    return html`<tr role="row">
      <th role="rowheader" scope="row">${facilityName}: ${from} → ${to}</th>
      <td role="cell" data-label="Time">${formatTime(at, { seconds: true })}</td>
      <td role="cell" data-label="Result">${badge(deliveryTone(delivery), status)}</td>
      <td role="cell" data-label="Attempts">
        <span>${deliveryText(delivery, now)}${lastError ? html`<span class="reason bad">${lastError}</span>` : nothing}</span>
      </td>
      <td role="cell">
        ${
          canRetry(delivery)
            ? html`<button type="button" class="plain" ?disabled=${this.submission.busy} @click=${() => this.retry(delivery)}>
                Retry<span class="unseen"> the event of ${facilityName}</span>
              </button>`
            : nothing
        }
      </td>
    </tr>`;
  }
}
