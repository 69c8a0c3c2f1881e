import { client, type Schemas, unwrap } from "./client.ts";

export type Setup = Schemas["Setup"];
export type SetupStep = Schemas["SetupStep"];
export type CitySettings = Schemas["CitySettings"];
export type CitySettingsInput = Schemas["CitySettingsInput"];
export type CoordinateSystem = Schemas["CoordinateSystem"];

const MOST_SYSTEMS = 1_000;

export function readSetup(signal: AbortSignal): Promise<Setup> {
  return unwrap(client.GET("/setup", { signal }));
}

export function readCitySettings(signal: AbortSignal): Promise<CitySettings> {
  return unwrap(client.GET("/city/settings", { signal }));
}

export function writeCitySettings(body: CitySettingsInput, signal: AbortSignal): Promise<CitySettings> {
  return unwrap(client.PUT("/city/settings", { body, signal }));
}

export function listCoordinateSystems(signal: AbortSignal): Promise<CoordinateSystem[]> {
  return unwrap(client.GET("/city/coordinate-systems", { params: { query: { limit: MOST_SYSTEMS } }, signal }));
}

/** The systems for a position, the best first. */
export function suggestCoordinateSystems(
  position: { lat: number; lng: number },
  signal: AbortSignal,
): Promise<CoordinateSystem[]> {
  return unwrap(client.GET("/city/coordinate-systems", { params: { query: { ...position, limit: 3 } }, signal }));
}
