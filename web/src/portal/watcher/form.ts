import { html, LitElement, type TemplateResult } from "lit";
import { property, state } from "lit/decorators.js";
import type { Watcher, WatcherBody } from "../../data/watcher.ts";
import { choiceField, formNotice, textArea, textField } from "../ui/field.ts";
import { Submission } from "../ui/submission.ts";
import { commonText } from "../ui/text.ts";
import { toDraft, toInput, validate } from "./draft.ts";
import type { COMMON_FIELDS, Draft, FieldName, Fields } from "./fields.ts";
import { watcherFormText } from "./form-text.ts";
import { resumeChoices } from "./resume.ts";

export type SaveWatcher = (body: WatcherBody, signal: AbortSignal) => Promise<void>;

/** Every value that can be chosen is valid. */
const CHOICES = ["kind", "mode", "resume"];

/** The settings of a watcher, validated while typing. Each kind adds its own. */
export abstract class WatcherForm<F extends Fields & typeof COMMON_FIELDS> extends LitElement {
  @property({ attribute: false }) watcher: Watcher | null = null;
  @property({ attribute: false }) save: SaveWatcher = () => Promise.resolve();
  @property({ attribute: "submit-label" }) submitLabel = commonText().save;
  @state() protected draft: Draft<F>;
  @state() private touched = new Set<string>();
  protected readonly submission: Submission;

  constructor(protected readonly fields: F) {
    super();
    this.draft = toDraft(fields, null);
    const shown = Object.entries(fields).filter(([, { initial }]) => typeof initial !== "boolean");
    this.submission = new Submission(
      this,
      shown.map(([name]) => name).filter((name) => !CHOICES.includes(name)),
    );
  }

  /** Between the description and what happens after a crash. */
  protected abstract settings(): TemplateResult;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.draft = toDraft(this.fields, this.watcher);
  }

  protected typed({ name, type, checked, value }: HTMLInputElement): void {
    if (name in this.draft) this.draft = { ...this.draft, [name]: type === "checkbox" ? checked : value };
  }

  private readonly fieldTyped = (event: Event): void => this.typed(event.target as HTMLInputElement);

  private readonly fieldLeft = (event: Event): void => {
    this.touched = new Set(this.touched).add((event.target as HTMLInputElement).name);
  };

  private readonly submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const errors = validate(this.fields, this.draft) as Record<string, string>;
    this.touched = new Set(Object.keys(errors));
    if (Object.keys(errors).length > 0) {
      this.submission.reject(errors);
      return;
    }
    const body = toInput(this.fields, this.draft) as unknown as WatcherBody;
    void this.submission.send((signal) => this.save(body, signal));
  };

  /** The properties of a field for `textField` and the like. */
  protected bind<Name extends FieldName<F>>(name: Name) {
    return { name, error: this.error(name), value: this.draft[name] };
  }

  protected error(field: FieldName<F>): string | undefined {
    const invalid = validate(this.fields, this.draft)[field];
    if (invalid === undefined) return this.submission.error(field);
    return this.touched.has(field) ? invalid : undefined;
  }

  protected override render() {
    const { draft, submission } = this;
    return html`${formNotice(submission.message)}
      <form class="sheet wide" novalidate @submit=${this.submit} @input=${this.fieldTyped} @focusout=${this.fieldLeft}>
        ${textField({ name: "name", label: commonText().name, error: this.error("name"), value: draft.name })}
        ${textArea({ name: "description", label: commonText().description, hint: commonText().notesHint, rows: 2, error: this.error("description"), value: draft.description })}
        ${this.settings()}
        ${choiceField("resume", watcherFormText().afterCrash, draft.resume, resumeChoices())}
        <div class="buttons"><button type="submit" ?disabled=${submission.busy}>${submission.busy ? commonText().saving : this.submitLabel}</button></div>
      </form>`;
  }
}
