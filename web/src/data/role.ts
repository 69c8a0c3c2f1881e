// What a person may do. Pure.

export const ROLES = ["viewer", "operator", "admin"] as const;
export type Role = (typeof ROLES)[number];

const WORDS: Record<Role, string> = { viewer: "Viewer", operator: "Operator", admin: "Administrator" };
const MEANINGS: Record<Role, string> = {
  viewer: "reads, and changes nothing",
  operator: "reads, retries, replays, reloads, enables and disables, but edits nothing",
  admin: "reads and edits, and looks after users, tokens and the audit trail",
};

/** A role that this page does not know yet may do as little as possible. */
export function readRole(word: string): Role {
  return ROLES.find((role) => role === word) ?? "viewer";
}

export function roleWords(role: Role): string {
  return WORDS[role];
}

export function roleMeaning(role: Role): string {
  return MEANINGS[role];
}
