// The fields of a watcher of status changes. Pure.
import { commonText } from "../ui/text.ts";
import { COMMON_FIELDS, type Draft, type Field, flag } from "./fields.ts";
import { watcherFormText } from "./form-text.ts";

export const STATUSES = ["Active", "Clearing", "Clear", "Unknown"] as const;
export type Status = (typeof STATUSES)[number];

const ofStatusChanges: Field<"StatusEvent"> = { initial: "StatusEvent", send: () => "StatusEvent" };

/** All statuses are sent as null, so that the workflow also starts for statuses of later versions. */
const statuses: Field<readonly Status[]> = {
  initial: STATUSES,
  send: (chosen) => (chosen.length === STATUSES.length ? null : chosen),
  error: (chosen) => (chosen.length === 0 ? watcherFormText().chooseStatus : undefined),
};

/** Null: all facilities. */
const facilityIds: Field<readonly number[] | null> = {
  initial: null,
  send: (chosen) => chosen,
  error: (chosen) => (chosen?.length === 0 ? commonText().chooseFacility : undefined),
};

export const STATUS_FIELDS = {
  ...COMMON_FIELDS,
  kind: ofStatusChanges,
  statuses,
  facilityIds,
  rings: flag(false),
};

export type StatusDraft = Draft<typeof STATUS_FIELDS>;

/** Adds or removes a value; the others keep their order. */
export function toggled<T>(values: readonly T[], value: T, isOn: boolean): T[] {
  const others = values.filter((other) => other !== value);
  return isOn ? [...others, value] : others;
}
