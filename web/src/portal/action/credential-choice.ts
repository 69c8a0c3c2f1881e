// The credentials that an action can use. Pure.
import type { Credential } from "../../data/credential.ts";
import { opensMailboxes } from "../credential/purpose.ts";
import { actionText } from "./text.ts";

export interface CredentialChoice {
  hint: string;
  /** Value and label; the first is the action without a credential of its own. */
  options: [string, string][];
}

const SENDING_TYPES = ["Http", "WorkOrder", "Chat"];

/** Null if the action uses no credential. */
export function credentialChoice(
  actionType: string,
  credentials: readonly Credential[],
  selected: number | null,
): CredentialChoice | null {
  const [isSending, isEmail] = [SENDING_TYPES.includes(actionType), actionType === "Email"];
  if (!isSending && !isEmail && selected === null) return null;
  const isUsable = (one: Credential) =>
    isEmail ? opensMailboxes(one) : one.purpose !== "mailbox" || one.hosts.length > 0;
  const usable = credentials.filter((one) => isUsable(one) || one.id === selected);
  return {
    hint: isEmail ? actionText().credentialEmailHint : actionText().credentialHint,
    options: [
      ["", isEmail ? actionText().watcherCredential : actionText().noCredential],
      ...usable.map(({ id, name }): [string, string] => [String(id), name]),
    ],
  };
}
