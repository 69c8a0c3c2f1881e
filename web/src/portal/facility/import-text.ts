// Texts about an import of facilities. Pure.
import type { FacilityFile, FacilityImport, FacilityImportRow } from "../../data/facility.ts";
import { commonText } from "../ui/text.ts";
import { facilityText } from "./text.ts";

export function resultLabel({ result }: FacilityImportRow): string {
  return facilityText().rowResult[result];
}

/** By the name of the file, as the command line does. */
export function fileFormat(name: string): FacilityFile["format"] {
  return /\.(geo)?json$/i.test(name) ? "geojson" : "csv";
}

/** Spreadsheets on Windows often save CSV in the code page of the machine. */
export function decodeText(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

export function planText({ added, updated, unchanged, rejected }: FacilityImport): string {
  return facilityText().plan(added, updated, unchanged, rejected);
}

export function doneText({ added, updated, unchanged }: FacilityImport): string {
  return facilityText().done(commonText().facilities(added), updated, unchanged);
}

/** Rejected rows first, then changes; the order of the file within each. */
export function sortRows(rows: readonly FacilityImportRow[]): FacilityImportRow[] {
  const rank: Record<FacilityImportRow["result"], number> = { reject: 0, update: 1, add: 2, keep: 3 };
  return [...rows].sort((one, other) => rank[one.result] - rank[other.result] || one.line - other.line);
}

type Position = FacilityImportRow["after"];

export function positionText(position: Position): string {
  const at = position?.latLongPoint;
  return at ? `${at.lat.toFixed(6)}, ${at.lng.toFixed(6)}` : facilityText().withoutPosition;
}
