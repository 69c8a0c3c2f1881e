import type { SignInMethod } from "../../data/session.ts";
import { userText } from "./text.ts";

export const USERS_PATH = "/portal/users";
export const TOKENS_PATH = "/portal/tokens";

export function signInLabel(method: SignInMethod): string {
  return userText().method[method];
}
