// What the address of a report says. Pure.
import { stamp } from "./address.ts";

export const REPORT = "/portal/storm/report";

export interface ReportAddress {
  facility: number | null;
  from: number | null;
  to: number | null;
}

export function reportPath(facility: number | null, from: number | null, to: number | null): string {
  const query = new URLSearchParams();
  if (facility !== null) query.set("facility", String(facility));
  if (from !== null) query.set("from", stamp(from));
  if (to !== null) query.set("to", stamp(to));
  const text = query.toString();
  return text === "" ? REPORT : `${REPORT}?${text}`;
}

export function readReport(query: string): ReportAddress {
  const given = new URLSearchParams(query);
  const time = (name: string): number | null => {
    const at = Date.parse(given.get(name) ?? "");
    return Number.isNaN(at) ? null : at;
  };
  const id = given.get("facility") ?? "";
  return { facility: /^[1-9]\d{0,15}$/.test(id) ? Number(id) : null, from: time("from"), to: time("to") };
}
