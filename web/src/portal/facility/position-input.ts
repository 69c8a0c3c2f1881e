// Parsing of “latitude, longitude”, as maps on the web copy it. Pure.

export interface Position {
  lat: number;
  lng: number;
}

/** An error says what to enter. */
export function parsePosition(text: string): Position | { error: string } {
  const example = "Enter latitude and longitude with a comma between them. Example: 34.7304, -86.5861";
  const parts = text.split(/[,\s]+/).filter(Boolean);
  const [lat, lng] = parts.map(Number);
  if (parts.length !== 2 || lat === undefined || lng === undefined) return { error: example };
  if (!Number.isFinite(lat) || !Number.isFinite(lng)) return { error: example };
  if (Math.abs(lat) > 90) return { error: `Latitude ${lat} is not between -90 and 90. Latitude comes first.` };
  if (Math.abs(lng) > 180) return { error: `Longitude ${lng} is not between -180 and 180.` };
  return { lat, lng };
}
