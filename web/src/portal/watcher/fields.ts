// One row per field of the watcher form: the value of a new watcher, the check, and what is sent. Pure.
import { commonText } from "../ui/text.ts";
import { watcherFormText } from "./form-text.ts";

interface Settings {
  includeAttachments: boolean;
  senderAuthentication: string;
}

interface Field<V> {
  initial: V;
  /** The value to send to the service. */
  send(value: V, settings: Settings): unknown;
  /** Undefined if the value is valid. */
  error?(value: V, settings: Settings): string | undefined;
}

const text = (initial: string, send: Field<string>["send"], error?: Field<string>["error"]): Field<string> =>
  error === undefined ? { initial, send } : { initial, send, error };
const flag = (initial: boolean): Field<boolean> => ({ initial, send: (value) => value });

const asWritten = (value: string) => value;
const trimmed = (value: string) => value.trim();
const textOrNull = (value: string) => (value.trim() === "" ? null : value.trim());
const numberOrNull = (value: string) => (value.trim() === "" ? null : Number(value));

function inRange(value: string, min: number, max: number): boolean {
  return /^\d+$/.test(value.trim()) && Number(value) >= min && Number(value) <= max;
}

export function isAddress(value: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(value) && value.length <= 320;
}

function nameError(value: string): string | undefined {
  if (value.trim() === "") return commonText().enterName;
  return [...value.trim()].length > 200 ? commonText().atMost200 : undefined;
}

function addressError(value: string): string | undefined {
  if (value.trim() === "") return watcherFormText().enterAddress;
  return isAddress(value.trim()) ? undefined : watcherFormText().invalidAddress;
}

function intervalError(value: string): string | undefined {
  const isValid = value.trim() === "" || inRange(value, 1, 2_147_483_647);
  return isValid ? undefined : watcherFormText().invalidInterval;
}

/** Same rule as in the service: the text after the last @, or all of it, is a domain. */
export function hasDomain(filter: string): boolean {
  const domain = filter.trim().split("@").at(-1) ?? "";
  const label = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?";
  return new RegExp(`^(${label}\\.)+(?!\\d+$)${label}$`, "i").test(domain) && domain.length <= 253;
}

function fromFilterError(value: string, { senderAuthentication }: Settings): string | undefined {
  if (senderAuthentication === "None" || hasDomain(value)) return undefined;
  return watcherFormText().domainNeeded;
}

function expectError(value: string): string | undefined {
  const isValid = value.trim() === "" || inRange(value, 1, 44_640);
  return isValid ? undefined : watcherFormText().invalidExpect;
}

/** `isEnabled` and `processExisting` are not here: `storm-watcher-switch` sets them. */
export const FIELDS = {
  name: text("", trimmed, nameError),
  description: text("", asWritten),
  mailboxAddress: text("", trimmed, addressError),
  credentialId: text("", numberOrNull),
  folderPath: text("Inbox", trimmed, (value) => (value.trim() === "" ? watcherFormText().chooseAFolder : undefined)),
  folderId: text("", textOrNull),
  fromFilter: text("", textOrNull, fromFilterError),
  subjectFilter: text("", textOrNull),
  mode: text("Subscription", asWritten),
  moveOnProcess: flag(true),
  includeAttachments: flag(false),
  maxAttachmentMb: text(
    "10",
    (value, { includeAttachments }) => (includeAttachments ? numberOrNull(value) : 10),
    (value, { includeAttachments }) =>
      includeAttachments && !inRange(value, 1, 1_024) ? watcherFormText().invalidAttachmentSize : undefined,
  ),
  reconciliationIntervalSeconds: text("", numberOrNull, intervalError),
  leaveUnmatched: flag(false),
  senderAuthentication: text("None", asWritten),
  expectEveryMinutes: text("", numberOrNull, expectError),
  resume: text("Manual", asWritten),
};

export type FieldName = keyof typeof FIELDS;

/** The state of the form while it is edited: numbers are kept as typed text. */
export type WatcherDraft = { [Name in FieldName]: (typeof FIELDS)[Name]["initial"] };
