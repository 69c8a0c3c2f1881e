// The labels of changed fields in the audit trail. Pure.

const LABELS = new Map([
  ["latLongPoint.lat", "Latitude"],
  ["latLongPoint.lng", "Longitude"],
  ["point.x", "x (feet)"],
  ["point.y", "y (feet)"],
  ["expiresAt", "Expires"],
  ["username", "Username"],
]);

/** “Secret expires at” for `secretExpiresAt` */
export function fieldLabel(field: string): string {
  const label = LABELS.get(field);
  if (label !== undefined) return label;
  const text = field
    .replace(/\./g, " ")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase();
  return text === "" ? "Value" : text.charAt(0).toUpperCase() + text.slice(1);
}
