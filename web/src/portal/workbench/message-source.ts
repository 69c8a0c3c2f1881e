import { html, nothing, type TemplateResult } from "lit";
import type { Log } from "../../data/log.ts";
import { errorText } from "../ui/field.ts";

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
      <label for="workbench-log">Message from the log</label>
      <select id="workbench-log" @change=${choose}>
        <option value="" ?selected=${logId === null}>Paste text or open a file instead</option>
        ${unlisted.map((id) => html`<option value=${id} selected>Message ${id}</option>`)}
        ${logs.map(({ id, subject, status }) => html`<option value=${id} ?selected=${id === logId}>${status}: ${subject ?? "(not fetched yet)"} (${id})</option>`)}
      </select>
    </div>
    ${logId === null ? pastedText(source) : html`<p><a href="/portal/log/${logId}">Go to message ${logId}</a></p>`}`;
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
      <label for="workbench-paste">Message text</label>
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
      <label for="workbench-file">Open a text, CSV or HTML file</label>
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
  return html`<p class="notice">This is HTML source, but <code>Op.Source</code> is <code>$.BodyText</code>, which has no tags in a real message. Separate the strikes in a way that reads HTML, or paste the message as you read it.</p>`;
}
