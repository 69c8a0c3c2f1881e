import { html, LitElement, nothing } from "lit";
import { property } from "lit/decorators.js";
import { type Action, writeAction } from "../../data/action.ts";
import type { JsonObject } from "../../data/json.ts";
import { deleteSample, type Sample, type SampleResult, saveSample } from "../../data/preview.ts";
import { showStatus } from "../events.ts";
import { formNotice, textField } from "../ui/field.ts";
import { Submission } from "../ui/submission.ts";
import { commonText } from "../ui/text.ts";
import { withRecordNumbers } from "./failure.ts";
import { isDifferent, type SampleChanges, sampleList } from "./sample-list.ts";
import { workbenchText } from "./text.ts";

/** The action or its samples were changed in the service. */
export class WorkbenchSaved extends Event {
  static readonly type = "storm-workbench-saved";
  constructor(
    readonly action: Action,
    readonly samples: Sample[],
  ) {
    super(WorkbenchSaved.type);
  }
}

/** Saves the action and its samples. Fires `storm-workbench-saved`. */
export class StormWorkbenchSaving extends LitElement {
  @property({ type: Number }) watcher = 0;
  @property({ attribute: false }) action: Action | null = null;
  @property({ attribute: false }) config: JsonObject = {};
  /** The text that a new sample stores. */
  @property() text = "";
  @property({ attribute: false }) samples: Sample[] = [];
  @property({ attribute: false }) results: SampleResult[] = [];
  @property({ type: Boolean, attribute: "can-save" }) canSave = false;
  private readonly saving = new Submission(this, ["sample"]);

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  private save(action: Action, withSample: boolean): void {
    const typedName = this.querySelector<HTMLInputElement>('input[name="sample"]')?.value.trim() ?? "";
    const name = typedName === "" ? unusedSampleName(this.samples) : typedName;
    void this.saving.send(async (signal) => {
      const saved = await writeAction(this.watcher, action.id, { ...action, config: this.config }, signal);
      let { samples } = this;
      if (withSample)
        samples = [...samples, await saveSample(this.watcher, action.id, { name, text: this.text }, signal)];
      this.dispatchEvent(new WorkbenchSaved(saved, samples));
      const done = withSample ? workbenchText().savedWithSample(saved.name, name) : commonText().saved(saved.name);
      showStatus([done, ...(saved.warnings ?? []).map(withRecordNumbers)].join(" "));
    });
  }

  private get isSaved(): boolean {
    return JSON.stringify(this.action?.config) === JSON.stringify(this.config);
  }

  /** The service stores what the saved action extracts. The new sample exists before the old one is removed. */
  private updateSample(action: Action, sample: Sample): void {
    const { id, name, text } = sample;
    void this.saving.send(async (signal) => {
      const saved = this.isSaved
        ? action
        : await writeAction(this.watcher, action.id, { ...action, config: this.config }, signal);
      const updated = await saveSample(this.watcher, action.id, { name, text }, signal);
      await deleteSample(this.watcher, action.id, id, signal);
      const samples = this.samples.map((before) => (before.id === id ? updated : before));
      this.dispatchEvent(new WorkbenchSaved(saved, samples));
      showStatus(workbenchText().sampleUpdated(saved.name, name));
    });
  }

  private removeSample(action: Action, sample: Sample): void {
    void this.saving.send(async (signal) => {
      await deleteSample(this.watcher, action.id, sample.id, signal);
      this.dispatchEvent(
        new WorkbenchSaved(
          action,
          this.samples.filter(({ id }) => id !== sample.id),
        ),
      );
    });
  }

  protected override render() {
    const { action, samples, results, canSave } = this;
    if (action === null) return nothing;
    return html`${canSave ? this.controls(action) : formNotice(this.saving.message)}
    ${sampleList(samples, results, canSave ? this.sampleChanges(action) : null)}`;
  }

  private sampleChanges(action: Action): SampleChanges {
    return {
      remove: (sample) => this.removeSample(action, sample),
      update: (sample) => this.updateSample(action, sample),
      updateLabel: this.isSaved ? workbenchText().updateExpected : workbenchText().saveAndUpdate,
    };
  }

  private controls(action: Action) {
    const { saving } = this;
    return html`<div class="sheet wide">
      ${formNotice(saving.message)}
      <div class="buttons"><button
        type="button"
        ?disabled=${saving.busy}
        @click=${() => this.save(action, false)}
      >${saving.busy ? commonText().saving : this.saveLabel}</button></div>
      ${textField({
        name: "sample",
        label: workbenchText().sampleName,
        hint: workbenchText().sampleNameHint,
        error: saving.error("sample"),
      })}
      <div class="buttons"><button
        type="button"
        class="second"
        ?disabled=${saving.busy || this.text === ""}
        @click=${() => this.save(action, true)}
      >${workbenchText().saveWithSample}</button></div>
    </div>`;
  }

  private get saveLabel(): string {
    const [differing, count] = [this.results.filter(isDifferent).length, this.samples.length];
    return differing === 0 ? commonText().save : workbenchText().saveAnyway(differing, count);
  }
}

function unusedSampleName(samples: readonly Sample[]): string {
  let number = samples.length + 1;
  const { newSample } = workbenchText();
  while (samples.some(({ name }) => name === newSample(number))) number += 1;
  return newSample(number);
}
