// What a credential is for, as text. Pure.
import type { Credential } from "../../data/credential.ts";
import { credentialText } from "./text.ts";

/** Whether watchers can sign in with it. */
export function opensMailboxes({ purpose }: Pick<Credential, "purpose">): boolean {
  return purpose !== "http";
}

export function purposeText({ purpose, hosts }: Pick<Credential, "purpose" | "hosts">): string {
  const text = credentialText();
  const sent = hosts.length > 0 ? text.sentTo(hosts.join(", ")) : null;
  if (purpose === "http") return text.otherSystems(sent ?? text.noHosts);
  if (purpose === "mailbox") return sent === null ? text.purposes.mailbox.label : text.mailboxesAlso(sent);
  return text.undecided;
}
