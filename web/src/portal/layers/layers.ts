import { html, nothing, svg, type TemplateResult } from "lit";
import { state } from "lit/decorators.js";
import {
  importMapLayer,
  type ListedLayer,
  listMapLayers,
  type MapLayerKind,
  removeMapLayer,
} from "../../data/map-layer-admin.ts";
import { formatCount } from "../../status-text/page-language.ts";
import { showStatus } from "../events.ts";
import { decodeText } from "../facility/import-text.ts";
import { FACILITIES_PATH } from "../route.ts";
import { formatTime } from "../time.ts";
import { titles } from "../titles.ts";
import type { StormConfirm } from "../ui/confirm.ts";
import { formNotice, selectField, textField } from "../ui/field.ts";
import { Loader, whenLoaded } from "../ui/loader.ts";
import { backLink, heading, PortalPage } from "../ui/page.ts";
import { Submission } from "../ui/submission.ts";
import { commonText } from "../ui/text.ts";
import { compactLayer } from "./compact.ts";
import { layerPreview, PREVIEW_SIZE } from "./preview.ts";
import { layersText } from "./text.ts";

const KINDS: readonly MapLayerKind[] = ["boundary", "road", "water", "park"];

export class StormLayers extends PortalPage {
  private readonly layers = new Loader(this, listMapLayers);
  private readonly submission = new Submission(this, ["name", "text"]);
  private readonly removal = new Submission(this);
  /** Null while the dialog is closed. */
  @state() private selected: ListedLayer | null = null;

  private readonly submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const data = new FormData(form);
    const [name, file] = [String(data.get("name") ?? "").trim(), data.get("text")];
    const text = layersText();
    const missing = {
      ...(name === "" ? { name: commonText().enterName } : {}),
      ...(file instanceof File && file.size > 0 ? {} : { text: text.missingFile }),
    };
    if (Object.keys(missing).length > 0 || !(file instanceof File)) {
      this.submission.reject(missing);
      return;
    }
    const kind = String(data.get("kind")) as MapLayerKind;
    void this.submission.send(async (signal) => {
      const body = { name, kind, text: compactLayer(decodeText(await file.arrayBuffer())) };
      const { layer, verticesRead } = await importMapLayer(body, signal);
      form.reset();
      showStatus(text.imported(layer.name, formatCount(layer.vertices), formatCount(verticesRead)));
      await this.layers.reload();
    });
  };

  private async confirmRemoval(layer: ListedLayer): Promise<void> {
    this.selected = layer;
    await this.updateComplete;
    this.querySelector<StormConfirm>("storm-confirm")?.open();
  }

  private readonly removeSelected = (): void => {
    const layer = this.selected;
    if (layer === null) return;
    void this.removal.send(async (signal) => {
      await removeMapLayer(layer.id, signal);
      this.layers.set((this.layers.value ?? []).filter(({ id }) => id !== layer.id));
      showStatus(layersText().removed(layer.name));
      // The focused button is gone with its card.
      this.focusHeading();
    });
  };

  protected override render() {
    const text = layersText();
    return html`${backLink(FACILITIES_PATH, commonText().allFacilities)} ${heading(titles().page.layers)}
      <p>${text.hint}</p>
      ${formNotice(this.removal.message)}
      ${whenLoaded(this.layers, (all) => (all.length === 0 ? html`<p>${text.none}</p>` : this.list(all)))}
      ${this.isAdmin ? this.form() : nothing}
      <storm-confirm
        .question=${text.removeQuestion(this.selected?.name ?? "")}
        .detail=${text.removeDetail}
        .buttonLabel=${text.removeButton}
        @storm-confirmed=${this.removeSelected}
      ></storm-confirm>`;
  }

  private form(): TemplateResult {
    const { submission } = this;
    const text = layersText();
    const error = submission.error("text");
    return html`<h2>${text.importHeading}</h2>
      <form class="sheet" novalidate @submit=${this.submit}>
        <p>${text.fileHint}</p>
        <p class="quiet">${text.largeHint}</p>
        ${formNotice(submission.message)}
        ${textField({ name: "name", label: commonText().name, hint: text.nameHint, error: submission.error("name") })}
        ${selectField({ name: "kind", label: text.kind, value: "boundary", options: KINDS.map((kind) => [kind, text.kinds[kind]] as const) })}
        <div class="field ${error ? "invalid" : ""}">
          <label for="field-text">${text.file}</label>
          ${error ? html`<p class="error" id="field-text-error">${error}</p>` : nothing}
          <input
            id="field-text"
            name="text"
            type="file"
            accept=".json,.geojson"
            aria-invalid=${error ? "true" : "false"}
            aria-describedby=${error ? "field-text-error" : nothing}
          />
        </div>
        <div class="buttons"><button ?disabled=${submission.busy}>${text.importButton}</button></div>
        <div role="status">${submission.busy ? html`<p class="quiet">${text.reading}</p>` : nothing}</div>
      </form>`;
  }

  private list(all: ListedLayer[]): TemplateResult {
    return html`<ul class="cards">
      ${all.map((layer) => this.card(layer))}
    </ul>`;
  }

  private card(layer: ListedLayer): TemplateResult {
    const text = layersText();
    return html`<li class="sheet card">
      <div class="card-top">
        <h2>${layer.name}</h2>
        <span class="tag">${text.kinds[layer.kind]}</span>
      </div>
      ${preview(layer)}
      <p>${text.counts(formatCount(layer.features), formatCount(layer.vertices))}</p>
      <p class="quiet">${text.importedAt(formatTime(layer.updatedAt))}</p>
      ${
        this.isAdmin
          ? html`<button
              type="button"
              class="danger plain"
              ?disabled=${this.removal.busy}
              @click=${() => void this.confirmRemoval(layer)}
            >
              ${commonText().remove}<span class="unseen"> ${layer.name}</span>
            </button>`
          : nothing
      }
    </li>`;
  }
}

function preview({ name, drawn }: ListedLayer): TemplateResult | typeof nothing {
  const paths = drawn === null ? null : layerPreview(drawn);
  if (paths === null) return nothing;
  const { width, height } = PREVIEW_SIZE;
  return html`<svg viewBox="0 0 ${width} ${height}" width=${width} height=${height} role="img" aria-label=${layersText().preview(name)}>
    ${svg`<path d=${paths.areas} fill="currentColor" fill-opacity="0.2" fill-rule="evenodd" stroke="currentColor"></path>
    <path d=${paths.lines} fill="none" stroke="currentColor"></path>`}
  </svg>`;
}
