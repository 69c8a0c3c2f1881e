// The facilities that a supervisor is responsible for. Remembered in this browser; a link may name others.
import { SavedValue } from "../../storm/saved-value.ts";

const SAVED = new SavedValue("stormwire-my-facilities");
const MAX = 1000;

export interface MyFacilities {
  ids: number[];
  /** Whether the table shows only them. */
  isOn: boolean;
}

export function rememberedFacilities(): MyFacilities {
  try {
    const { ids, isOn }: Partial<MyFacilities> = JSON.parse(SAVED.read() ?? "{}");
    return { ids: Array.isArray(ids) ? ids.filter(isId) : [], isOn: isOn === true };
  } catch {
    return { ids: [], isOn: false };
  }
}

export function rememberFacilities(mine: MyFacilities): void {
  SAVED.write(JSON.stringify(mine));
}

/** “3,7,12”; null if it names none. */
export function parseIds(text: string | null): number[] | null {
  const ids = (text ?? "").split(",").map(Number).filter(isId).slice(0, MAX);
  return ids.length === 0 ? null : [...new Set(ids)];
}

export function toggleId(ids: readonly number[], id: number): number[] {
  return ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id];
}

function isId(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}
