import type { SignInMethod } from "../../data/session.ts";

export const USERS_PATH = "/portal/users";
export const TOKENS_PATH = "/portal/tokens";
export const PASSWORD_HINT = "At least 8 characters, better 12 or more. Not easy to guess, and more than the username.";

const SIGN_IN_LABELS: Record<SignInMethod, string> = {
  password: "Password",
  breakGlass: "Password (break-glass)",
  oidc: "Single sign-on",
};

export function signInLabel(method: SignInMethod): string {
  return SIGN_IN_LABELS[method];
}
