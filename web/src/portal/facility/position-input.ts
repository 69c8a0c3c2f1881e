// Parsing of “latitude, longitude”, as maps on the web copy it. Pure.
import { facilityText } from "./text.ts";

export interface Position {
  lat: number;
  lng: number;
}

/** An error says what to enter. */
export function parsePosition(text: string): Position | { error: string } {
  const { enterPosition: example, badLatitude, badLongitude } = facilityText();
  const parts = text.split(/[,\s]+/).filter(Boolean);
  const [lat, lng] = parts.map(Number);
  if (parts.length !== 2 || lat === undefined || lng === undefined) return { error: example };
  if (!Number.isFinite(lat) || !Number.isFinite(lng)) return { error: example };
  if (Math.abs(lat) > 90) return { error: badLatitude(lat) };
  if (Math.abs(lng) > 180) return { error: badLongitude(lng) };
  return { lat, lng };
}
