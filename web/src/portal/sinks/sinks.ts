import { html, type TemplateResult } from "lit";
import { type EventSink, listEventSinks } from "../../data/event-sink.ts";
import { SINKS_PATH } from "../route.ts";
import { titles } from "../titles.ts";
import { badge } from "../ui/badge.ts";
import { Loader, whenLoaded } from "../ui/loader.ts";
import { heading, PortalPage } from "../ui/page.ts";
import { kindChoices, kindText } from "./kind.ts";
import { filterText, sinkState } from "./sink-text.ts";
import { sinkText } from "./text.ts";

export class StormSinks extends PortalPage {
  private readonly sinks = new Loader(this, listEventSinks);

  protected override render() {
    return html`<div class="top">
        ${heading(titles().page.sinks)} <a class="button" href="${SINKS_PATH}/new">${sinkText().addSink}</a>
      </div>
      <p>${sinkText().hint}</p>
      ${whenLoaded(this.sinks, (all) => (all.length === 0 ? empty() : list(all)))}`;
  }
}

function empty(): TemplateResult {
  return html`<section class="sheet" aria-labelledby="empty">
    <h2 id="empty">${sinkText().noSinks}</h2>
    <p>${sinkText().noSinksHint}</p>
    <dl class="derived">
      ${kindChoices().map(({ label, hint }) => html`<div><dt>${label}</dt><dd>${hint}</dd></div>`)}
    </dl>
    <p><a href="/docs/guide/integrate" target="_blank" rel="noopener">${sinkText().compare}</a></p>
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
