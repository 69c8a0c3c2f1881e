// What a token may do. Pure.
import type { Choice } from "../ui/field.ts";
import { userText } from "./text.ts";

const SCOPES = ["read", "operate", "admin"] as const;

export function scopeChoices(): Choice[] {
  return SCOPES.map((value) => ({ value, ...userText().scopes[value] }));
}

export function scopeLabel(scope: string): string {
  return scopeChoices().find(({ value }) => value === scope)?.label ?? scope;
}
