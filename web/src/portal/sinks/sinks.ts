import { html, type TemplateResult } from "lit";
import { type EventSink, listEventSinks } from "../../data/event-sink.ts";
import { SINKS_PATH } from "../route.ts";
import { badge } from "../ui/badge.ts";
import { Loader, whenLoaded } from "../ui/loader.ts";
import { heading, PortalPage } from "../ui/page.ts";
import { KIND_CHOICES, kindText } from "./kind.ts";
import { filterText, sinkState } from "./sink-text.ts";

export class StormSinks extends PortalPage {
  private readonly sinks = new Loader(this, listEventSinks);

  protected override render() {
    return html`<div class="top">
        ${heading("Event sinks")} <a class="button" href="${SINKS_PATH}/new">Add event sink</a>
      </div>
      <p>An event sink is another system that stormwire notifies when the status of a facility changes: a sign, a siren, a warning system or a program of your own.</p>
      ${whenLoaded(this.sinks, (all) => (all.length === 0 ? empty() : list(all)))}`;
  }
}

function empty(): TemplateResult {
  return html`<section class="sheet" aria-labelledby="empty">
    <h2 id="empty">No event sinks yet</h2>
    <p>Add one for each system that must know about lightning. Events are delivered in order per facility, and retried for 24 hours if the other system does not respond.</p>
    <dl class="derived">
      ${KIND_CHOICES.map(({ label, hint }) => html`<div><dt>${label}</dt><dd>${hint}</dd></div>`)}
    </dl>
    <p><a href="/docs/guide/integrate" target="_blank" rel="noopener">Compare the ways to integrate</a></p>
  </section>`;
}

function list(all: EventSink[]): TemplateResult {
  return html`<ul class="cards">
    ${all.map((sink) => {
      const { tone, title, text } = sinkState(sink);
      return html`<li class="sheet card">
        <div class="card-top">
          <h2><a href="${SINKS_PATH}/${sink.id}">${sink.name}</a></h2>
          ${badge(tone, title)}
        </div>
        <p class=${tone === "bad" ? "reason bad" : "reason"}>${text}</p>
        <p class="quiet">${kindText(sink.kind).label}: <span class="mono">${sink.url}</span></p>
        <p class="quiet">${filterText(sink)}</p>
      </li>`;
    })}
  </ul>`;
}
