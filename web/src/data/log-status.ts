// The statuses of a message in the log, in the order in which it takes them.
export const STATUSES = ["Detected", "Processing", "DbComplete", "Success", "Failed", "Skipped"] as const;
