// Numbers of records in the errors of a message. Pure.
import { recordNumber } from "../workbench/failure.ts";

/** The service counts the records of an extraction from 0, people count from 1. Other errors may quote another program. */
export function withRecordNumber(error: string): string {
  return error.replace(
    /(^|: )record (\d+)(?=: (?:required )?field )/,
    (_, before: string, record: string) => `${before}record ${recordNumber(Number(record))}`,
  );
}
