// The settings of a workflow template as form fields. Pure.
import type { JsonObject } from "../../data/json.ts";
import { galleryText } from "./gallery-text.ts";

export interface SettingField {
  name: string;
  /** Its name in the service's errors. */
  field: string;
  label: string;
  hint: string;
  value: string;
  isNumber: boolean;
}

export function settingFields(settings: JsonObject): SettingField[] {
  return Object.entries(settings).map(([name, value]) => {
    const { label, hint } = galleryText().setting[name] ?? { label: name, hint: "" };
    return { name, field: `settings.${name}`, label, hint, value: toText(value), isNumber: typeof value === "number" };
  });
}

function toText(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" || typeof value === "number" ? String(value) : JSON.stringify(value);
}

/** An empty field keeps the template's value. */
export function parseSettings(
  fields: readonly SettingField[],
  textOf: (name: string) => string,
): { settings: JsonObject } | { errors: Record<string, string> } {
  const settings: JsonObject = {};
  const errors: Record<string, string> = {};
  for (const { name, field, value, isNumber } of fields) {
    const text = textOf(field).trim();
    if (text === "" && value === "") errors[field] = galleryText().isRequired;
    else if (isNumber && text !== "" && !Number.isFinite(Number(text))) errors[field] = galleryText().enterNumber;
    else if (text !== "") settings[name] = isNumber ? Number(text) : text;
  }
  return Object.keys(errors).length > 0 ? { errors } : { settings };
}
