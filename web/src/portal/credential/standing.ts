// How a credential stands, in words. Pure.
import type { Credential } from "../../data/credential.ts";
import { sentence } from "../../data/problem.ts";
import type { Tone } from "../part/badge.ts";

const DAY_MS = 86_400_000;
const SOON_DAYS = 30;

export interface Standing {
  tone: Tone;
  title: string;
  words: string;
}

/** A refusal comes before an end that is near. */
export function credentialStanding(
  one: Pick<Credential, "standing" | "standingReason" | "secretExpiresAt">,
  now: Date,
): Standing {
  if (one.standing === "Failing")
    return { tone: "bad", title: "Refused", words: sentence(one.standingReason ?? "the provider refuses it") };
  if (!one.secretExpiresAt)
    return { tone: "good", title: "No problem known", words: "When its secret ends is not known." };
  const days = Math.floor((new Date(one.secretExpiresAt).getTime() - now.getTime()) / DAY_MS);
  if (days < 0)
    return { tone: "bad", title: "Expired", words: "Its secret has ended. Have a new one made and store it here." };
  const left = days === 0 ? "today" : `in ${days} ${days === 1 ? "day" : "days"}`;
  if (days <= SOON_DAYS)
    return {
      tone: "bad",
      title: "Ends soon",
      words: `Its secret ends ${left}. Have a new one made and store it here.`,
    };
  return { tone: "good", title: "No problem known", words: `Its secret ends ${left}.` };
}
