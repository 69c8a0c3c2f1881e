// An entry of the audit trail in words. Pure.
import type { AuditEntry } from "../../data/audit.ts";
import { fieldsOf } from "../../data/unchecked.ts";

const DEEDS: Record<string, string> = { create: "added", update: "changed", delete: "deleted", import: "imported" };
const FIELDS: Record<string, string> = {
  "latLongPoint.lat": "Latitude",
  "latLongPoint.lng": "Longitude",
  "point.x": "x (feet)",
  "point.y": "y (feet)",
  expiresAt: "Ends",
  username: "User name",
};

/** As in “changed facility “North Pool” (number 7)”. */
export function deedWords(entry: Pick<AuditEntry, "action" | "resource" | "resourceId" | "before" | "after">): string {
  const deed = own(DEEDS, entry.action) ?? entry.action;
  const name = nameOf(entry.after) ?? nameOf(entry.before);
  const called = name === null ? "" : ` “${name}”`;
  const number = entry.resourceId === null || entry.resourceId === undefined ? "" : ` (number ${entry.resourceId})`;
  return `${deed} ${entry.resource}${called}${number}`;
}

/** As in “Secret expires at” for `secretExpiresAt`. */
export function fieldWords(field: string): string {
  const known = own(FIELDS, field);
  if (known !== undefined) return known;
  const words = field
    .replace(/\./g, " ")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase();
  return words === "" ? "Value" : words.charAt(0).toUpperCase() + words.slice(1);
}

function nameOf(value: unknown): string | null {
  const { name, username } = fieldsOf<{ name: string; username: string }>(value);
  if (typeof name === "string") return name;
  return typeof username === "string" ? username : null;
}

function own(words: Record<string, string>, key: string): string | undefined {
  return Object.hasOwn(words, key) ? words[key] : undefined;
}
