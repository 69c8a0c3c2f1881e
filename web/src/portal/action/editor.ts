import { html, LitElement, nothing, type TemplateResult } from "lit";
import { property, state } from "lit/decorators.js";
import { type Action, type ActionInput, checkAction, type Handler } from "../../data/action.ts";
import type { Credential } from "../../data/credential.ts";
import { ApiError, type Problem } from "../../data/problem.ts";
import { choiceField, formNotice, selectField, textField } from "../ui/field.ts";
import { Submission } from "../ui/submission.ts";
import { commonText } from "../ui/text.ts";
import { ConfigChanged } from "./config-form.ts";
import type { ActionCopy } from "./copy.ts";
import { credentialChoice } from "./credential-choice.ts";
import { configCheckText, emptyConfig, missingRequired } from "./required.ts";
import { configFields, type Schema } from "./schema.ts";
import { actionText } from "./text.ts";

const TYPING_PAUSE_MS = 400;

/** The form of one action; the service validates it while typing. */
export class StormActionEditor extends LitElement {
  @property({ type: Number }) watcher = 0;
  @property({ attribute: false }) action: Action | null = null;
  /** What a new action starts from. */
  @property({ attribute: false }) copy: ActionCopy | null = null;
  @property({ attribute: false }) handlers: Handler[] = [];
  @property({ attribute: false }) credentials: Credential[] = [];
  @property({ attribute: false }) save: (input: ActionInput, signal: AbortSignal) => Promise<void> = () =>
    Promise.resolve();
  @property({ attribute: "submit-label" }) submitLabel = commonText().save;
  @property({ attribute: false }) actions: TemplateResult | typeof nothing = nothing;
  @state() private draft: ActionInput = { name: "", actionType: "", config: {} };
  @state() private problem: Problem | null = null;
  @state() private isConfigValid = true;
  /** The service has validated the newest draft. */
  @state() private isChecked = false;
  private readonly submission = new Submission(this, ["name", "actionType", "credentialId"]);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private stop = new AbortController();

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.draft = this.copy?.input ?? this.firstDraft();
    if (this.copy !== null) this.problem = missingSecrets(this.copy.secrets);
  }

  private firstDraft(): ActionInput {
    const { action } = this;
    const [first] = this.handlers;
    if (action === null)
      return {
        name: "",
        actionType: first?.actionType ?? "",
        config: emptyConfig(configFields(first?.schema ?? {})),
        isPhaseOne: true,
      };
    return {
      name: action.name,
      actionType: action.actionType,
      config: action.config,
      credentialId: action.credentialId ?? null,
      isPhaseOne: action.isPhaseOne,
      order: action.order,
    };
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stopChecking();
  }

  private stopChecking(): void {
    clearTimeout(this.timer);
    this.stop.abort();
  }

  private change(change: Partial<ActionInput>): void {
    this.draft = { ...this.draft, ...change };
    this.isChecked = false;
    this.stopChecking();
    this.timer = setTimeout(() => void this.check(), TYPING_PAUSE_MS);
  }

  /** Only the newest response counts. */
  private async check(): Promise<void> {
    this.stop = new AbortController();
    const { signal } = this.stop;
    try {
      await checkAction(this.watcher, { ...this.draft, name: this.draft.name || "new" }, signal);
      if (signal.aborted) return;
      [this.problem, this.isChecked] = [null, true];
    } catch (error) {
      if (signal.aborted || !(error instanceof ApiError && error.problem.status === 400)) return;
      [this.problem, this.isChecked] = [error.problem, true];
    }
  }

  private readonly fieldTyped = (event: Event): void => {
    const { name, value } = event.target as HTMLInputElement;
    if (name === "name") this.change({ name: value });
    if (name === "credentialId") this.change({ credentialId: value === "" ? null : Number(value) });
    if (name === "phase") this.change({ isPhaseOne: value === "1" });
    if (name === "actionType")
      this.change({ actionType: value, config: emptyConfig(configFields(this.schemaOf(value))) });
  };

  private schemaOf(actionType: string): Schema {
    return this.handlers.find((handler) => handler.actionType === actionType)?.schema ?? {};
  }

  private readonly configured = (event: Event): void => {
    if (!(event instanceof ConfigChanged)) return;
    this.isConfigValid = event.isValid;
    if (event.isValid) this.change({ config: event.config });
  };

  private readonly submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (this.draft.name.trim() === "") {
      this.submission.reject({ name: commonText().enterName });
      return;
    }
    if (!this.isConfigValid) {
      this.submission.reject({ config: actionText().invalidJson });
      return;
    }
    // Saving knows more than a check: a later response of a check must not replace its errors.
    this.stopChecking();
    void this.submission.send(async (signal) => {
      try {
        await this.save({ ...this.draft, name: this.draft.name.trim() }, signal);
        this.problem = null;
      } catch (error) {
        if (error instanceof ApiError && error.problem.status === 400) this.problem = error.problem;
        throw error;
      }
    });
  };

  /** The errors of the config, by path within the config. */
  private get errors(): Record<string, string> {
    const errors = Object.entries(this.problem?.fields ?? {});
    return Object.fromEntries(
      errors
        .filter(([path]) => path.startsWith("config."))
        .map(([path, message]) => [path.slice("config.".length), message]),
    );
  }

  protected override render() {
    const { draft, submission } = this;
    const options = this.handlers.map(({ actionType }) => [actionType, actionType] as const);
    const credentials = credentialChoice(draft.actionType, this.credentials, draft.credentialId ?? null);
    const errorCount = Object.keys(this.errors).length;
    return html`${formNotice(submission.message)}
      <div class="with-guide">
      <storm-guide-panel .actionType=${draft.actionType}></storm-guide-panel>
      <form class="sheet wide" novalidate @submit=${this.submit}>
        <div @input=${this.fieldTyped}>
          ${textField({ name: "name", label: commonText().name, error: submission.error("name"), value: draft.name })}
          ${
            this.action === null
              ? selectField({
                  name: "actionType",
                  label: actionText().actionType,
                  value: draft.actionType,
                  error: submission.error("actionType"),
                  options,
                })
              : html`<div class="field"><span class="label">${actionText().actionType}</span> <span class="tag">${draft.actionType}</span></div>`
          }
          ${choiceField("phase", actionText().phase, draft.isPhaseOne === false ? "2" : "1", [
            { value: "1", label: actionText().phaseOne, hint: actionText().phaseOneHint },
            { value: "2", label: actionText().phaseTwo, hint: actionText().phaseTwoHint },
          ])}
          ${
            credentials
              ? selectField({
                  name: "credentialId",
                  label: actionText().credential,
                  value: draft.credentialId ? String(draft.credentialId) : "",
                  error: submission.error("credentialId") ?? this.problem?.fields.credentialId,
                  ...credentials,
                })
              : nothing
          }
        </div>
        <storm-config-form
          .schema=${this.schemaOf(draft.actionType)}
          .config=${draft.config}
          .errors=${this.errors}
          .watcher=${this.watcher}
          .action=${this.action?.id ?? null}
          @storm-config=${this.configured}
        ></storm-config-form>
        <p role="status" class="count">${this.checkText(errorCount)}</p>
        <div class="buttons"><button type="submit" ?disabled=${submission.busy}>${submission.busy ? commonText().saving : this.submitLabel}</button> ${this.actions}</div>
      </form>
      </div>`;
  }

  /** Empty until the service has checked the config, so that an empty form is not praised. */
  private checkText(errorCount: number): string {
    if (!this.isChecked) return "";
    const missing = missingRequired(configFields(this.schemaOf(this.draft.actionType)), this.draft.config);
    return configCheckText(errorCount, this.draft.name.trim() === "" ? [commonText().name, ...missing] : missing);
  }
}

function missingSecrets(paths: readonly string[]): Problem {
  const fields = Object.fromEntries(paths.map((path) => [`config.${path}`, actionText().enterSecret]));
  return { status: null, message: "", fields };
}
