// What a preview means, in sentences. Nothing that was not read may look like a success. Pure.
import type { Preview } from "../../data/preview.ts";
import type { Tone } from "../ui/badge.ts";
import { explainFailure, recordNumber } from "./failure.ts";
import { workbenchText } from "./text.ts";

export interface PreviewSummary {
  tone: Tone;
  label: string;
  /** What is wrong, then what to do. */
  sentences: string[];
  /** For people who know the patterns. */
  detail: string | null;
}

export function summarize(preview: Preview, fields: readonly string[]): PreviewSummary {
  const { count, error } = preview;
  const unread = preview.unread.length;
  const missing = missingTexts(preview, fields);
  const failure = error ? explainFailure(error, count) : null;
  return {
    tone: toneOf(preview, unread, missing.length, fields.length),
    label: error ? workbenchText().wouldFail : countText(count, unread),
    sentences: [
      ...(failure ? [failure.sentence, ...(count > 0 ? [`${countText(count, unread)}.`] : [])] : []),
      ...unreadTexts(preview.unread),
      ...missing,
      ...(count > 0 && fields.length === 0 ? [workbenchText().noFieldRead] : []),
      ...(count === 0 && !error ? [workbenchText().chooseSeparation] : []),
      ...(preview.truncated ? [workbenchText().truncated] : []),
    ],
    detail: failure?.detail ?? null,
  };
}

function toneOf({ count, error }: Preview, unread: number, missing: number, fields: number): Tone {
  if (error || unread > 0) return "bad";
  if (count === 0 || fields === 0) return "idle";
  return missing > 0 ? "warn" : "good";
}

/** “3 records found, 2 unread”. */
export function countText(count: number, unread: number): string {
  return workbenchText().found(count, unread);
}

function unreadTexts(unread: Preview["unread"]): string[] {
  const starts = unread.filter(({ kind }) => kind === "start").length;
  const heads = unread.filter(({ kind }) => kind === "headOfNext").length;
  const strikes = unread.length - starts - heads;
  return [
    ...(starts > 0 ? [workbenchText().unreadRecords(starts)] : []),
    ...(strikes > 0 ? [workbenchText().possibleStrikes(strikes)] : []),
    ...(heads > 0 ? [workbenchText().headOfNext] : []),
  ];
}

const MAX_LISTED = 8;

/** One sentence for each field that is missing somewhere, in the order of the fields. */
export function missingTexts({ misses, count }: Preview, fields: readonly string[]): string[] {
  const records = new Map<string, number[]>(fields.map((field) => [field, []]));
  for (const { field, record } of misses) {
    if (!records.has(field)) records.set(field, []);
    records.get(field)?.push(record);
  }
  return [...records].flatMap(([field, missed]) =>
    missed.length === 0 ? [] : [workbenchText().missingIn(field, missedText(missed, count))],
  );
}

function missedText(missed: readonly number[], count: number): string {
  const { theRecord, anyRecord, theseRecords } = workbenchText();
  if (missed.length === count) return count === 1 ? theRecord : anyRecord;
  const listed = missed.slice(0, MAX_LISTED).map(recordNumber).join(", ");
  return theseRecords(missed.length, listed, missed.length - MAX_LISTED);
}

/** “Found in 4 of 4 records: 34.7283, 34.7301, …” */
export function foundText(found: number, count: number, values: readonly string[]): string {
  const listed = values.length === 0 ? "" : `: ${values.join(", ")}${found > values.length ? ", …" : ""}`;
  return workbenchText().foundIn(found, count, listed);
}
