// What a preview means, in sentences. Nothing that was not read may look like a success. Pure.
import type { Preview } from "../../data/preview.ts";
import type { Tone } from "../ui/badge.ts";
import { explainFailure, recordNumber } from "./failure.ts";

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
    label: error ? "Would fail" : countText(count, unread),
    sentences: [
      ...(failure ? [failure.sentence, ...(count > 0 ? [`${countText(count, unread)}.`] : [])] : []),
      ...unreadTexts(preview.unread),
      ...missing,
      ...(count > 0 && fields.length === 0 ? ["No field is read yet. Select a value in the text below."] : []),
      ...(count === 0 && !error ? ["Choose how the strikes are separated."] : []),
      ...(preview.truncated ? ["The message is very long. Only its first part is shown."] : []),
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
  const found = count === 0 ? "No records found" : `${recordsText(count)} found`;
  return unread === 0 ? found : `${found}, ${unread.toLocaleString("en-US")} unread`;
}

export function recordsText(count: number): string {
  return count === 1 ? "1 record" : `${count.toLocaleString("en-US")} records`;
}

function unreadTexts(unread: Preview["unread"]): string[] {
  const starts = unread.filter(({ kind }) => kind === "start").length;
  const heads = unread.filter(({ kind }) => kind === "headOfNext").length;
  const strikes = unread.length - starts - heads;
  return [
    ...(starts > 0 ? [unreadText(starts)] : []),
    ...(strikes > 0 ? [possibleStrikesText(strikes)] : []),
    ...(heads > 0 ? [HEADS_TEXT] : []),
  ];
}

const HEADS_TEXT =
  "The first line of each record is part of the record before it: a strike would get the values of the next one. Choose a way to separate the strikes in which a record starts with its first line.";

function possibleStrikesText(strikes: number): string {
  const subject =
    strikes === 1
      ? "1 part of the text looks like a strike that no record reads: the strike would be lost."
      : `${strikes.toLocaleString("en-US")} parts of the text look like strikes that no record reads: the strikes would be lost.`;
  return `${subject} Choose another way to separate the strikes, or add a pattern to Ignore if this is not a strike.`;
}

function unreadText(unread: number): string {
  const subject =
    unread === 1
      ? "1 record starts inside another record and is not read: its strike would be lost."
      : `${unread.toLocaleString("en-US")} records start inside another record and are not read: their strikes would be lost.`;
  return `${subject} Choose another way to separate the strikes, or remove the close pattern.`;
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
    missed.length === 0 ? [] : [`${field} was not found in ${missedText(missed, count)}.`],
  );
}

function missedText(missed: readonly number[], count: number): string {
  if (missed.length === count) return count === 1 ? "the record" : "any record";
  const listed = missed.slice(0, MAX_LISTED).map(recordNumber).join(", ");
  const more = missed.length - MAX_LISTED;
  return `${missed.length === 1 ? "record" : "records"} ${listed}${more > 0 ? ` and ${more.toLocaleString("en-US")} more` : ""}`;
}

/** “Found in 4 of 4 records: 34.7283, 34.7301, …” */
export function foundText(found: number, count: number, values: readonly string[]): string {
  const listed = values.length === 0 ? "" : `: ${values.join(", ")}${found > values.length ? ", …" : ""}`;
  return `Found in ${found.toLocaleString("en-US")} of ${recordsText(count)}${listed}`;
}
