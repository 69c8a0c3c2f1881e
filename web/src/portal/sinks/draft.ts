// What is typed into the form of a sink, and what is sent. Pure.
import type { EventSink, EventSinkInput } from "../../data/event-sink.ts";
import { commonText } from "../ui/text.ts";
import { kindText } from "./kind.ts";
import { sinkText } from "./text.ts";

export const STATUSES = ["Active", "Clearing", "Clear", "Unknown"] as const;

export const SINK_FIELDS = ["name", "kind", "url", "secret", "facilityIds", "statuses"];

export interface SinkDraft {
  name: string;
  kind: string;
  url: string;
  /** Empty keeps the stored secret. */
  secret: string;
  removesSecret: boolean;
  hasAllFacilities: boolean;
  facilityIds: ReadonlySet<number>;
  hasAllStatuses: boolean;
  statuses: ReadonlySet<string>;
  isEnabled: boolean;
}

export function toDraft(sink: EventSink | null): SinkDraft {
  return {
    name: sink?.name ?? "",
    kind: sink?.kind ?? "Webhook",
    url: sink?.url ?? "",
    secret: "",
    removesSecret: false,
    hasAllFacilities: (sink?.facilityIds ?? null) === null,
    facilityIds: new Set(sink?.facilityIds ?? []),
    hasAllStatuses: (sink?.statuses ?? null) === null,
    statuses: new Set(sink?.statuses ?? ["Active", "Clear"]),
    isEnabled: sink?.isEnabled ?? true,
  };
}

/** By field; empty when the draft can be sent. The service checks URLs and secrets. */
export function draftErrors(draft: SinkDraft): Record<string, string> {
  const errors: Record<string, string> = {};
  if (draft.name.trim() === "") errors.name = commonText().enterName;
  if (draft.url.trim() === "") errors.url = sinkText().enterAddress(kindText(draft.kind).urlHint);
  if (!draft.hasAllFacilities && draft.facilityIds.size === 0) errors.facilityIds = sinkText().selectFacility;
  if (choosesStatuses(draft) && draft.statuses.size === 0) errors.statuses = sinkText().selectStatus;
  return errors;
}

export function toInput(draft: SinkDraft): EventSinkInput {
  return {
    name: draft.name.trim(),
    kind: draft.kind,
    url: draft.url.trim(),
    facilityIds: draft.hasAllFacilities ? null : [...draft.facilityIds].sort((one, other) => one - other),
    statuses: choosesStatuses(draft) ? STATUSES.filter((status) => draft.statuses.has(status)) : null,
    isEnabled: draft.isEnabled,
    ...secretInput(draft),
  };
}

/** Null removes the stored secret; without one it is kept. */
function secretInput({ secret, removesSecret }: SinkDraft): Pick<EventSinkInput, "secret"> {
  if (removesSecret) return { secret: null };
  return secret.trim() === "" ? {} : { secret: secret.trim() };
}

function choosesStatuses({ kind, hasAllStatuses }: SinkDraft): boolean {
  return kindText(kind).choosesStatuses && !hasAllStatuses;
}
