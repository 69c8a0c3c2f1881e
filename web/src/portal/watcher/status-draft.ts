// The form of a watcher of status changes: validation and conversion. Pure.
import type { StatusWatcherInput, Watcher } from "../../data/watcher.ts";
import { commonText } from "../ui/text.ts";
import { watcherFormText } from "./form-text.ts";

export const STATUSES = ["Active", "Clearing", "Clear", "Unknown"] as const;
export type Status = (typeof STATUSES)[number];

export interface StatusDraft {
  name: string;
  description: string;
  /** Those that start the workflow. */
  statuses: readonly Status[];
  /** Null: all facilities. */
  facilityIds: readonly number[] | null;
  rings: boolean;
  resume: string;
}

export function toStatusDraft(watcher: Watcher | null): StatusDraft {
  return {
    name: watcher?.name ?? "",
    description: watcher?.description ?? "",
    statuses: watcher?.statuses ?? STATUSES,
    facilityIds: watcher?.facilityIds ?? null,
    rings: watcher?.rings ?? false,
    resume: watcher?.resume ?? "Manual",
  };
}

export type StatusErrors = Partial<Record<"name" | "statuses" | "facilityIds", string>>;

export function validateStatusDraft(draft: StatusDraft): StatusErrors {
  const errors: StatusErrors = {};
  const name = draft.name.trim();
  if (name === "") errors.name = commonText().enterName;
  else if ([...name].length > 200) errors.name = commonText().atMost200;
  if (draft.statuses.length === 0) errors.statuses = watcherFormText().chooseStatus;
  if (draft.facilityIds?.length === 0) errors.facilityIds = commonText().chooseFacility;
  return errors;
}

/** All statuses are sent as null, so that the workflow also starts for statuses of later versions. */
export function toStatusInput(draft: StatusDraft): StatusWatcherInput {
  return {
    kind: "StatusEvent",
    name: draft.name.trim(),
    description: draft.description,
    statuses: draft.statuses.length === STATUSES.length ? null : [...draft.statuses],
    facilityIds: draft.facilityIds === null ? null : [...draft.facilityIds],
    rings: draft.rings,
    resume: draft.resume as "Manual" | "Automatic",
  };
}

/** Adds or removes a value; the others keep their order. */
export function toggled<T>(values: readonly T[], value: T, isOn: boolean): T[] {
  const others = values.filter((other) => other !== value);
  return isOn ? [...others, value] : others;
}
