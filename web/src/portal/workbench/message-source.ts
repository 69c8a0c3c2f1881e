import { html, nothing, type TemplateResult } from "lit";
import type { Log } from "../../data/log.ts";
import { logTitle } from "../log/log-kind.ts";
import { errorText } from "../ui/field.ts";
import { logStatus } from "../ui/status-label.ts";
import { workbenchText } from "./text.ts";

export interface MessageSource {
  logs: readonly Log[];
  logId: number | null;
  text: string;
  /** Why a file was not opened. */
  fileError: string | null;
  /** The text has tags that a real message would not have. */
  hasTags: boolean;
  chooseLog: (id: number | null) => void;
  type: (text: string) => void;
  openFile: (file: File) => void;
}

/** Where the message comes from: the log, a pasted text or a file. */
export function messageSource(source: MessageSource): TemplateResult {
  const { logs, logId } = source;
  const unlisted = logs.some(({ id }) => id === logId) || logId === null ? [] : [logId];
  const choose = (event: Event) => {
    const { value } = event.target as HTMLSelectElement;
    source.chooseLog(value === "" ? null : Number(value));
  };
  return html`<div class="field">
      <label for="workbench-log">${workbenchText().fromLog}</label>
      <select id="workbench-log" @change=${choose}>
        <option value="" ?selected=${logId === null}>${workbenchText().pasteInstead}</option>
        ${unlisted.map((id) => html`<option value=${id} selected>${workbenchText().messageNumber(id)}</option>`)}
        ${logs.map((log) => html`<option value=${log.id} ?selected=${log.id === logId}>${logStatus(log.status)}: ${logTitle(log)} (${log.id})</option>`)}
      </select>
    </div>
    ${logId === null ? pastedText(source) : html`<p><a href="/portal/log/${logId}">${workbenchText().goToMessage(logId)}</a></p>`}`;
}

function pastedText({ text, fileError, hasTags, type, openFile }: MessageSource): TemplateResult {
  const open = (event: Event) => {
    const input = event.target as HTMLInputElement;
    const file = input.files?.[0];
    if (file !== undefined) openFile(file);
    // The same file can be opened again after it was changed.
    input.value = "";
  };
  return html`<div class="field">
      <label for="workbench-paste">${workbenchText().messageText}</label>
      <textarea
        id="workbench-paste"
        class="mono"
        rows="6"
        spellcheck="false"
        .value=${text}
        @input=${(event: InputEvent) => type((event.target as HTMLTextAreaElement).value)}
      ></textarea>
      ${hasTags ? tagNotice() : nothing}
    </div>
    <div class="field ${fileError === null ? "" : "invalid"}">
      <label for="workbench-file">${workbenchText().openFile}</label>
      ${errorText("workbench-file-error", fileError ?? undefined)}
      <input
        id="workbench-file"
        type="file"
        accept=".txt,.csv,.htm,.html,.eml,text/plain,text/csv,text/html"
        aria-invalid=${fileError === null ? "false" : "true"}
        aria-describedby=${fileError === null ? nothing : "workbench-file-error"}
        @change=${open}
      />
    </div>`;
}

function tagNotice(): TemplateResult {
  const [isSource, is, hasNoTags] = workbenchText().tagNotice;
  return html`<p class="notice">${isSource} <code>Op.Source</code> ${is} <code>$.BodyText</code>, ${hasNoTags}</p>`;
}
