// Roles and their texts. Pure.

export const ROLES = ["viewer", "operator", "admin"] as const;
export type Role = (typeof ROLES)[number];

const LABELS: Record<Role, string> = { viewer: "Viewer", operator: "Operator", admin: "Administrator" };
const DESCRIPTIONS: Record<Role, string> = {
  viewer: "Can view everything except users, tokens and the audit trail. Cannot change anything.",
  operator: "Can also test credentials, retry and replay messages, and enable, disable and poll watchers.",
  admin: "Full access, including settings, users, tokens and the audit trail.",
};

/** An unknown role is treated as the one with the fewest permissions. */
export function parseRole(text: string): Role {
  return ROLES.find((role) => role === text) ?? "viewer";
}

export function roleLabel(role: Role): string {
  return LABELS[role];
}

export function roleDescription(role: Role): string {
  return DESCRIPTIONS[role];
}
