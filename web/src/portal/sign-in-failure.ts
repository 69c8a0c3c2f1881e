// Why a sign-in at the identity provider failed. The service returns to the sign-in page with a code. Pure.

const TEXTS: Record<string, string> = {
  "not-configured": "Single sign-on is not configured.",
  expired: "This sign-in took too long or was already used. Sign in again.",
  denied: "The identity provider did not allow the sign-in.",
  rejected:
    "The response of the identity provider is not valid. Sign in again. If it happens again, ask an administrator.",
  "no-role": "Your account has no role in stormwire. Ask an administrator to add you to a group that has one.",
  "too-many-groups":
    "You are in so many groups that the identity provider lists none of them. Ask an administrator to use app roles.",
  provider: "The identity provider cannot be reached. Try again in a minute.",
  "too-many": "Too many sign-ins from your address. Try again in a minute.",
};

/** Of the query of the page; null if there is no failure. */
export function signInFailure(search: string): string | null {
  const code = new URLSearchParams(search).get("signInError");
  if (code === null) return null;
  return (Object.hasOwn(TEXTS, code) ? TEXTS[code] : undefined) ?? "The sign-in failed. Try again.";
}
