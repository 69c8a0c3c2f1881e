import { client, type Schemas, unwrap } from "./client.ts";

export type Facility = Schemas["FacilityView"];
export type FacilityInput = Schemas["FacilityInput"];
export type FacilityFile = Schemas["FacilityFileInput"];
export type FacilityImport = Schemas["FacilityImport"];
export type FacilityImportRow = Schemas["FacilityImportRow"];

export function listFacilities(signal: AbortSignal): Promise<Facility[]> {
  return unwrap(client.GET("/facility", { signal }));
}

export function readFacility(id: number, signal: AbortSignal): Promise<Facility> {
  return unwrap(client.GET("/facility/{id}", { params: { path: { id } }, signal }));
}

export function addFacility(body: FacilityInput, signal: AbortSignal): Promise<Facility> {
  return unwrap(client.POST("/facility", { body, signal }));
}

export function writeFacility(id: number, body: FacilityInput, signal: AbortSignal): Promise<Facility> {
  return unwrap(client.PUT("/facility/{id}", { params: { path: { id } }, body, signal }));
}

export async function deleteFacility(id: number, signal: AbortSignal): Promise<void> {
  await unwrap(client.DELETE("/facility/{id}", { params: { path: { id } }, signal }));
}

/** A dry run changes nothing and returns every row. */
export function importFacilities(body: FacilityFile, dryRun: boolean, signal: AbortSignal): Promise<FacilityImport> {
  return unwrap(client.POST("/facility/import", { params: { query: { dryRun } }, body, signal }));
}

/** Returns how many were deleted. */
export async function deleteFacilities(ids: number[], signal: AbortSignal): Promise<number> {
  return (await unwrap(client.POST("/facility/delete", { body: { ids }, signal }))).deleted;
}
