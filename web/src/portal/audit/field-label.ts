// The labels of changed fields in the audit trail. Pure.

const LABELS = new Map([
  ["latLongPoint.lat", "Latitude"],
  ["latLongPoint.lng", "Longitude"],
  ["point.x", "x (feet)"],
  ["point.y", "y (feet)"],
  ["clientId", "Client ID"],
  ["credentialId", "Credential ID"],
  ["expectEveryMinutes", "Expect a message every (minutes)"],
  ["expiresAt", "Expires"],
  ["folderId", "Folder ID"],
  ["fromFilter", "Sender contains"],
  ["includeAttachments", "Save attachments"],
  ["isEnabled", "Enabled"],
  ["isPhaseOne", "Phase 1"],
  ["leaveUnmatched", "Leave other messages alone"],
  ["maxAttachmentMb", "Maximum attachment size (MB)"],
  ["moveOnProcess", "Move processed messages"],
  ["namespace", "Tenant"],
  ["reconciliationIntervalSeconds", "Polling interval (seconds)"],
  ["resume", "After a crash"],
  ["senderAuthentication", "Verify the sender"],
  ["subjectFilter", "Subject contains"],
  ["userId", "User ID"],
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
