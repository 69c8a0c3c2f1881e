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
  credential: Pick<Credential, "status" | "statusReason" | "secretExpiresAt">,
  now: Date,
): CredentialStatus {
  if (credential.status === "Failing")
    return { tone: "bad", title: "Refused", text: toSentence(credential.statusReason ?? "the provider refuses it") };
  if (!credential.secretExpiresAt)
    return { tone: "good", title: "No problem known", text: "When its secret ends is not known." };
  const days = Math.floor((new Date(credential.secretExpiresAt).getTime() - now.getTime()) / DAY_MS);
  if (days < 0)
    return {
      tone: "bad",
      title: "Expired",
      text: "Its secret has ended. Have a new one made and store it here.",
    };
  const left = days === 0 ? "today" : `in ${days} ${days === 1 ? "day" : "days"}`;
  if (days <= WARNING_DAYS)
    return {
      tone: "bad",
      title: "Ends soon",
      text: `Its secret ends ${left}. Have a new one made and store it here.`,
    };
  return { tone: "good", title: "No problem known", text: `Its secret ends ${left}.` };
}
