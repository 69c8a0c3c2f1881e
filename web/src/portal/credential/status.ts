// The status of a credential as text. Pure.
import type { Credential } from "../../data/credential.ts";
import { toSentence } from "../../data/problem.ts";
import type { Tone } from "../ui/badge.ts";
import { credentialText } from "./text.ts";

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
  const text = credentialText();
  if (!credential.hasSecret) return { tone: "bad", title: text.secretMissing, text: text.secretMissingText };
  if (credential.status === "Failing")
    return {
      tone: "bad",
      title: text.rejected,
      text: toSentence(credential.statusReason ?? text.rejectedText),
    };
  if (!credential.secretExpiresAt) return { tone: "good", title: text.noProblems, text: text.noExpiry };
  const proof = credential.certificateThumbprint ? text.proof.certificate : text.proof.secret;
  const days = Math.floor((new Date(credential.secretExpiresAt).getTime() - now.getTime()) / DAY_MS);
  if (days < 0)
    return {
      tone: "bad",
      title: text.expired,
      text: `${proof.expired} ${proof.replace}`,
    };
  const expires = proof.expires(days === 0 ? text.today : text.inDays(days));
  if (days <= WARNING_DAYS)
    return {
      tone: "bad",
      title: text.expiresSoon,
      text: `${expires} ${proof.replace}`,
    };
  return { tone: "good", title: text.noProblems, text: expires };
}
