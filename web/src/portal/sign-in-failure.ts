// Why a sign-in at the identity provider failed. The service returns to the sign-in page with a code. Pure.
import { shellText } from "./text.ts";

/** Of the query of the page; null if there is no failure. */
export function signInFailure(search: string): string | null {
  const code = new URLSearchParams(search).get("signInError");
  if (code === null) return null;
  const { signInFailure: texts, signInFailed } = shellText();
  return (Object.hasOwn(texts, code) ? texts[code] : undefined) ?? signInFailed;
}
