export type StrikeField = "Name" | "Timestamp" | "Type" | "Latitude" | "Longitude";

export interface VendorLayout {
  name: string;
  /** The email file. */
  mail: string;
  /** The values of its first strike, as the text has them. */
  marks: Record<StrikeField, string>;
  /** The context path of the text with these values. */
  source: string;
  /** What the email contains. */
  strikes: Record<StrikeField, string | number>[];
  /** Of times without an offset. No selection can show it. */
  timeZone: string | undefined;
}

export function vendorLayouts(): VendorLayout[];
