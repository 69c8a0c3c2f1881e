// What a credential is for, as text. Pure.
import type { Credential } from "../../data/credential.ts";

/** Whether watchers can sign in with it. */
export function opensMailboxes({ purpose }: Pick<Credential, "purpose">): boolean {
  return purpose !== "http";
}

export function purposeText({ purpose, hosts }: Pick<Credential, "purpose" | "hosts">): string {
  const sent = hosts.length > 0 ? `sent to ${hosts.join(", ")}` : "";
  if (purpose === "http") return `Other systems: ${sent || "no hosts, so it cannot be sent anywhere"}`;
  if (purpose === "mailbox") return sent ? `Mailboxes, also ${sent}` : "Mailboxes";
  return "Not decided: the first watcher or action that uses it decides";
}
