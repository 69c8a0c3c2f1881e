// The statuses of a message in the log, in processing order.
export const STATUSES = ["Detected", "Processing", "DbComplete", "Success", "Failed", "Skipped"] as const;
