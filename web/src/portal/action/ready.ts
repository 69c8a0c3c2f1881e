// What a ready workflow asks for, in words, and what was typed, as it is sent. Pure.
import type { JsonObject } from "../../data/json.ts";

export interface Asked {
  name: string;
  /** The field's name in a refusal. */
  field: string;
  label: string;
  hint: string;
  value: string;
  isNumber: boolean;
}

const WORDS: Record<string, [label: string, hint: string]> = {
  Recipients: ["Who gets the mail", "Mail addresses with commas between them."],
  QuietMinutes: ["Minutes between two mails", "A change of status is mailed at once in any case."],
  RadiusMiles: ["Danger radius in miles", "A strike within it makes a facility Active."],
  DangerMinutes: ["Danger window in minutes", "How long a facility stays Active after a strike."],
  AllClearMinutes: ["All-clear window in minutes", "How long after a strike it is not yet clear."],
};

export function askedFor(settings: JsonObject): Asked[] {
  return Object.entries(settings).map(([name, value]) => {
    const [label, hint] = WORDS[name] ?? [name, ""];
    return { name, field: `settings.${name}`, label, hint, value: shown(value), isNumber: typeof value === "number" };
  });
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" || typeof value === "number" ? String(value) : JSON.stringify(value);
}

/** The settings as they are sent, or what is wrong with them by field. An empty field is left as the workflow has it. */
export function readSettings(
  asked: readonly Asked[],
  typed: (name: string) => string,
): { settings: JsonObject } | { errors: Record<string, string> } {
  const settings: JsonObject = {};
  const errors: Record<string, string> = {};
  for (const { name, field, value, isNumber } of asked) {
    const text = typed(field).trim();
    if (text === "" && value === "") errors[field] = "This is needed.";
    else if (isNumber && text !== "" && !Number.isFinite(Number(text))) errors[field] = "Enter a number.";
    else if (text !== "") settings[name] = isNumber ? Number(text) : text;
  }
  return Object.keys(errors).length > 0 ? { errors } : { settings };
}
