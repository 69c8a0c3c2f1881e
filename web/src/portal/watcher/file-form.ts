import { html, type TemplateResult } from "lit";
import { checkField, textField } from "../ui/field.ts";
import { FILE_FIELDS, withRootsFix } from "./file-draft.ts";
import { WatcherForm } from "./form.ts";
import { watcherFormText } from "./form-text.ts";

const GUIDE_PATH = "/docs/guide/watch-a-folder#allow-the-folder";

/** The settings of a watcher of files. */
export class StormFileWatcherForm extends WatcherForm<typeof FILE_FIELDS> {
  constructor() {
    super(FILE_FIELDS);
  }

  protected settings(): TemplateResult {
    const text = watcherFormText();
    const error = this.error("folder");
    const number = { inputmode: "numeric" as const };
    return html`<fieldset>
        <legend>${text.files}</legend>
        ${textField({ ...this.bind("folder"), label: text.folder, hint: text.folderHint, error: error && withRootsFix(error) })}
        <p class="hint"><a href=${GUIDE_PATH}>${text.allowFolder}</a></p>
        ${textField({ ...this.bind("pattern"), label: text.pattern, hint: text.patternHint })}
        ${checkField("leaveUnmatched", text.leaveFiles, text.leaveFilesHint, this.draft.leaveUnmatched)}
      </fieldset>
      <div class="pair">
        ${textField({ ...this.bind("rescanSeconds"), ...number, label: text.rescan, hint: text.rescanHint })}
        ${textField({ ...this.bind("stableSeconds"), ...number, label: text.stable, hint: text.stableHint })}
      </div>
      ${textField({ ...this.bind("expectEveryMinutes"), ...number, label: text.expectFile, hint: text.expectFileHint })}
      ${textField({ ...this.bind("maxFileMb"), ...number, label: text.maxFile, hint: text.maxFileHint })}
      <fieldset class="field">
        <legend>${text.fileHandling}</legend>
        ${checkField("moveOnProcess", text.moveFiles, text.moveFilesHint, this.draft.moveOnProcess)}
      </fieldset>`;
  }
}
