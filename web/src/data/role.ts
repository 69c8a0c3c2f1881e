// Roles and their texts. Pure.
import { dataText } from "./text.ts";

export const ROLES = ["viewer", "operator", "admin"] as const;
export type Role = (typeof ROLES)[number];

/** An unknown role is treated as the one with the fewest permissions. */
export function parseRole(text: string): Role {
  return ROLES.find((role) => role === text) ?? "viewer";
}

export function roleLabel(role: Role): string {
  return dataText().role[role];
}

export function roleDescription(role: Role): string {
  return dataText().roleHint[role];
}
