// Why an extraction would fail, in one plain sentence; and record numbers as people count. Pure.
import { workbenchText } from "./text.ts";

/** The service counts records from 0 in its messages, people count from 1. */
export function recordNumber(record: number): number {
  return record + 1;
}

export function withRecordNumbers(message: string): string {
  return message.replace(
    /\b(record|Record) (\d+)\b/g,
    (_, word: string, record: string) => `${word} ${recordNumber(Number(record))}`,
  );
}

const MISSING = /^record (\d+): required field (.+?) is missing: /s;
const WRONG_VALUE = /^record (\d+): (?:required )?field (.+?): `(.*?)`, found by the pattern `.*`, (.+)$/s;
const OTHER_HEADER = /^the header must be `(.+)`, but line (\d+) is `(.*)`; if your columns are different, /s;
const MAX_PLAIN_CHARS = 160;

export interface Failure {
  sentence: string;
  /** The whole message of the service, if the sentence leaves something out. */
  detail: string | null;
}

/** Regular expressions say nothing to most people. They are in the detail. */
export function explainFailure(error: string, count: number): Failure {
  const detail = withRecordNumbers(error);
  const [, missingIn, missing] = MISSING.exec(error) ?? [];
  if (missing !== undefined)
    return {
      sentence: workbenchText().recordFailed(recordNumber(Number(missingIn)), missing),
      detail,
    };
  const [, record, field, value, reason] = WRONG_VALUE.exec(error) ?? [];
  if (field !== undefined)
    return {
      sentence: workbenchText().recordWrong(recordNumber(Number(record)), field, value ?? "", reason ?? ""),
      detail,
    };
  const [, expected, line, found] = OTHER_HEADER.exec(error) ?? [];
  if (expected !== undefined)
    return { sentence: workbenchText().headerDiffers(expected, line ?? "", found ?? ""), detail };
  if (!error.includes("`") && error.length <= MAX_PLAIN_CHARS) return { sentence: detail, detail: null };
  return { sentence: count === 0 ? workbenchText().noneFound : workbenchText().patternsDoNotFit, detail };
}
