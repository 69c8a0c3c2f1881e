// The labels of changed fields in the audit trail. Pure.
import { auditText } from "./text.ts";

/** “Expires” for `expiresAt`; “Some new field” for a field that has no label yet */
export function fieldLabel(field: string): string {
  const { field: labels, value } = auditText();
  const label = Object.hasOwn(labels, field) ? labels[field] : undefined;
  if (label !== undefined) return label;
  const text = field
    .replace(/\./g, " ")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase();
  return text === "" ? value : text.charAt(0).toUpperCase() + text.slice(1);
}
