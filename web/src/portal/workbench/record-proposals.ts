import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { property, state } from "lit/decorators.js";
import type { JsonObject } from "../../data/json.ts";
import type { Problem } from "../../data/problem.ts";
import { suggestLayouts, type TextSource } from "../../data/suggest.ts";
import { ConfigChanged } from "../action/config-form.ts";
import type { Schema } from "../action/schema.ts";
import { badge } from "../ui/badge.ts";
import { LatestRequest } from "../ui/latest-request.ts";
import {
  isSameSegmentation,
  type LayoutChoice,
  presetChoices,
  proposalChoices,
  type Segmentation,
  segmentationOf,
  splitChoices,
  withSegmentation,
} from "./layout-choices.ts";
import { layoutHold } from "./layout-hold.ts";
import { countText } from "./summary.ts";
import { workbenchText } from "./text.ts";
import { wayName } from "./way-name.ts";

/** What the current patterns find in the message. */
export interface CurrentRecords {
  count: number;
  unread: number;
  isFailing: boolean;
  sample: string | null;
}

/** The list of ways to split the message into records. Fires `storm-config` when one is chosen. */
export class StormRecordProposals extends LitElement {
  @property({ attribute: false }) source: TextSource | null = null;
  @property({ attribute: false }) config: JsonObject = {};
  @property({ attribute: false }) schema: Schema = {};
  /** Null until the message was searched. */
  @property({ attribute: false }) current: CurrentRecords | null = null;
  @state() private proposed: LayoutChoice[] = [];
  @state() private problem: Problem | null = null;
  @state() private isLoading = false;
  /** Patterns that are in no other choice: the way back after choosing one. */
  private own: Segmentation | null = null;
  private readonly request = new LatestRequest(this);

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override async scheduleUpdate(): Promise<void> {
    await layoutHold.ended;
    await super.scheduleUpdate();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("source")) this.load();
    const used = segmentationOf(this.config);
    if (used !== null && !this.offered.some((choice) => isSameSegmentation(choice, used))) this.own = used;
  }

  private load(): void {
    const { source } = this;
    [this.proposed, this.problem, this.isLoading] = [[], null, source !== null];
    this.request.abort();
    if (source === null) return;
    void this.request.run(
      (signal) => suggestLayouts(source, signal),
      (proposals) => ([this.proposed, this.isLoading] = [proposalChoices(proposals), false]),
      (problem) => ([this.problem, this.isLoading] = [problem, false]),
    );
  }

  private get offered(): LayoutChoice[] {
    const { shown, more } = splitChoices(this.proposed, presetChoices(this.schema));
    return [...shown, ...more];
  }

  private use(choice: Segmentation): void {
    this.dispatchEvent(new ConfigChanged(withSegmentation(this.config, choice), true));
  }

  protected override render() {
    const { shown, more } = splitChoices(this.proposed, presetChoices(this.schema));
    return html`<p class="hint">${workbenchText().separateHint}</p>
      <ul class="layout-choices">${this.ownItem()} ${shown.map((choice, index) => this.item(choice, index === 0))}</ul>
      <div role="status">${this.statusText()}</div>
      ${
        more.length === 0
          ? nothing
          : html`<details ?open=${this.source === null}>
            <summary>${workbenchText().moreWays(more.length)}</summary>
            <ul class="layout-choices">${more.map((choice) => this.item(choice, false))}</ul>
          </details>`
      }`;
  }

  private statusText(): TemplateResult | typeof nothing {
    if (this.isLoading) return html`<p class="quiet">${workbenchText().searchingRecords}</p>`;
    if (this.problem !== null) {
      return html`<p class="reason bad">${workbenchText().noProposals(Object.values(this.problem.fields)[0] ?? this.problem.message)}</p>`;
    }
    return this.source === null ? html`<p class="quiet">${workbenchText().chooseForProposals}</p>` : nothing;
  }

  private ownItem(): TemplateResult | typeof nothing {
    const { own } = this;
    if (own === null || this.offered.some((choice) => isSameSegmentation(choice, own))) return nothing;
    const isUsed = isSameSegmentation(own, segmentationOf(this.config));
    return this.item(
      {
        ...own,
        name: isUsed ? workbenchText().currentPatterns : workbenchText().previousPatterns,
        count: null,
        sample: null,
      },
      false,
    );
  }

  private item(choice: LayoutChoice, isBest: boolean): TemplateResult {
    const isUsed = isSameSegmentation(choice, segmentationOf(this.config));
    const name = wayName(choice.name);
    const isSuggested = isBest && !isUsed && this.isCurrentBad;
    const found = isUsed && this.current !== null ? this.current : { unread: 0, ...choice };
    return html`<li class="layout-choice ${isUsed ? "used" : isSuggested ? "suggested" : ""}">
      <div>
        <strong>${name}</strong> ${found.count === null ? nothing : html`<span>${countText(found.count, found.unread)}</span>`}
        ${isSuggested ? badge("good", workbenchText().suggested) : nothing}
      </div>
      <button
        type="button"
        class=${isSuggested ? "small" : "second small"}
        aria-pressed=${isUsed ? "true" : "false"}
        @click=${() => this.use(choice)}
      >${isUsed ? workbenchText().inUse : workbenchText().useThis}<span class="unseen"> (${name})</span></button>
      ${found.sample?.trim() ? html`<p class="record-sample mono">${found.sample.trim()}</p>` : nothing}
      ${choice.header === null ? nothing : headerRule(choice.header)}
    </li>`;
  }

  private get isCurrentBad(): boolean {
    const { current } = this;
    return current !== null && (current.isFailing || current.count === 0 || current.unread > 0);
  }
}

function headerRule(header: string): TemplateResult {
  return html`<p class="header-rule">${workbenchText().headerRule} <span class="mono">${header}</span></p>`;
}
