// The statuses and their shapes. Pure.

/** As reported by the service. */
export type Status = "Active" | "Clearing" | "Clear";

export function isStatus(value: unknown): value is Status {
  return value === "Active" || value === "Clearing" || value === "Clear";
}

/** As displayed: an unknown status is Unknown, never Clear. */
export type DisplayStatus = Status | "Unknown";

export const DISPLAY_STATUSES: readonly DisplayStatus[] = ["Active", "Clearing", "Clear", "Unknown"];

export function isDisplayStatus(value: unknown): value is DisplayStatus {
  return isStatus(value) || value === "Unknown";
}

export interface StatusShape {
  /** Filled with the status's `solid` color. */
  outline: string;
  /** Stroked over the outline in the `on` color: two units wide, round ends. */
  symbol: string;
}

/**
 * Paths in a 24 by 24 box. The outlines differ, so that a 12-pixel marker without its symbol can be recognized without color:
 * triangle, diamond, circle, square.
 */
export const SHAPES: Record<DisplayStatus, StatusShape> = {
  Active: {
    outline: "M10.3 2.9a2 2 0 0 1 3.4 0l9 15.6a2 2 0 0 1-1.7 3H3a2 2 0 0 1-1.7-3z",
    symbol: "M13 7.8 9.9 13.4h4.2L11 18.8",
  },
  Clearing: {
    outline: "M10.6 1.6a2 2 0 0 1 2.8 0l9 9a2 2 0 0 1 0 2.8l-9 9a2 2 0 0 1-2.8 0l-9-9a2 2 0 0 1 0-2.8z",
    symbol: "M12 7.2V12l3.3 2.4",
  },
  Clear: {
    outline: "M12 1a11 11 0 1 1 0 22 11 11 0 0 1 0-22z",
    symbol: "m7.2 12.4 3.3 3.3 6.3-7",
  },
  Unknown: {
    outline: "M4 2h16a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2z",
    symbol: "M9.2 9.3A2.9 2.9 0 1 1 13.6 11.8Q12 12.6 12 14.2M12 17.6v.1",
  },
};
