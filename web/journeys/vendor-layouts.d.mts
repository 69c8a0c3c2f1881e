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
  /** What no selection can show, and what is no pattern: time zones and values for the vendor's codes. */
  settings: Record<StrikeField, { TimeZone?: string; Map?: object; MapDefault?: string }>;
}

export function vendorLayout(name: string): VendorLayout;
