// The status of a credential as text. Pure.
import type { Credential } from "../../data/credential.ts";
import { toSentence } from "../../data/problem.ts";
import type { Tone } from "../ui/badge.ts";

const DAY_MS = 86_400_000;
const WARNING_DAYS = 30;

export interface CredentialStatus {
  tone: Tone;
  title: string;
  text: string;
}

/** A rejection by the provider matters more than an expiry date. */
export function credentialStatus(
  credential: Pick<Credential, "status" | "statusReason" | "secretExpiresAt" | "hasSecret" | "certificateThumbprint">,
  now: Date,
): CredentialStatus {
  if (!credential.hasSecret)
    return {
      tone: "bad",
      title: "Secret missing",
      text: "The secret was removed together with a lost key. Enter it again.",
    };
  if (credential.status === "Failing")
    return {
      tone: "bad",
      title: "Rejected",
      text: toSentence(credential.statusReason ?? "the provider rejected the credential"),
    };
  if (!credential.secretExpiresAt)
    return { tone: "good", title: "No known problems", text: "The secret's expiration date is not set." };
  const [what, replacement] = credential.certificateThumbprint
    ? ["certificate", "Create a new certificate, upload it at the provider and enter it here."]
    : ["secret", "Create a new secret at the provider and enter it here."];
  const days = Math.floor((new Date(credential.secretExpiresAt).getTime() - now.getTime()) / DAY_MS);
  if (days < 0)
    return {
      tone: "bad",
      title: "Expired",
      text: `The ${what} has expired. ${replacement}`,
    };
  const left = days === 0 ? "today" : `in ${days} ${days === 1 ? "day" : "days"}`;
  if (days <= WARNING_DAYS)
    return {
      tone: "bad",
      title: "Expires soon",
      text: `The ${what} expires ${left}. ${replacement}`,
    };
  return { tone: "good", title: "No known problems", text: `The ${what} expires ${left}.` };
}
