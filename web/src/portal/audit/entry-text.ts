// An entry of the audit trail as text. Pure.
import type { AuditEntry } from "../../data/audit.ts";
import { fieldsOf } from "../../data/unchecked.ts";

const VERBS: Record<string, string> = { create: "added", update: "changed", delete: "deleted", import: "imported" };
const FIELD_LABELS: Record<string, string> = {
  "latLongPoint.lat": "Latitude",
  "latLongPoint.lng": "Longitude",
  "point.x": "x (feet)",
  "point.y": "y (feet)",
  expiresAt: "Ends",
  username: "User name",
};

/** “changed facility “North Pool” (number 7)” */
export function entryText(entry: Pick<AuditEntry, "action" | "resource" | "resourceId" | "before" | "after">): string {
  const verb = lookUp(VERBS, entry.action) ?? entry.action;
  const name = nameOf(entry.after) ?? nameOf(entry.before);
  const quotedName = name === null ? "" : ` “${name}”`;
  const number = entry.resourceId === null || entry.resourceId === undefined ? "" : ` (number ${entry.resourceId})`;
  return `${verb} ${entry.resource}${quotedName}${number}`;
}

/** “Secret expires at” for `secretExpiresAt` */
export function fieldLabel(field: string): string {
  const known = lookUp(FIELD_LABELS, field);
  if (known !== undefined) return known;
  const text = field
    .replace(/\./g, " ")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase();
  return text === "" ? "Value" : text.charAt(0).toUpperCase() + text.slice(1);
}

function nameOf(value: unknown): string | null {
  const { name, username } = fieldsOf<{ name: string; username: string }>(value);
  if (typeof name === "string") return name;
  return typeof username === "string" ? username : null;
}

function lookUp(texts: Record<string, string>, key: string): string | undefined {
  return Object.hasOwn(texts, key) ? texts[key] : undefined;
}
