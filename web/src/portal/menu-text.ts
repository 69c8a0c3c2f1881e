// The texts around a page. They are in the language of the page: the storm pages exist in two, all others in English.
import { chooseLanguage, type Language } from "../status-text/language.ts";
import { currentLanguage } from "../storm/saved-language.ts";
import type { Route } from "./route.ts";

export function menuLanguage({ page }: Route, search: string): Language {
  if (page !== "storm" && page !== "storm-report") return "en";
  const given = new URLSearchParams(search).get("lang");
  return currentLanguage(given === null ? null : chooseLanguage([given]));
}

/** By the English text. */
const SPANISH: Readonly<Record<string, string>> = {
  Storm: "Tormenta",
  Watchers: "Monitores",
  Log: "Registro",
  Facilities: "Instalaciones",
  "Event sinks": "Destinos de eventos",
  Credentials: "Credenciales",
  System: "Sistema",
  Users: "Usuarios",
  Tokens: "Tokens",
  Audit: "Auditoría",
  Account: "Cuenta",
  Setup: "Configuración",
  Menu: "Menú",
  Close: "Cerrar",
  Portal: "Portal",
};

export function menuText(english: string, language: Language): string {
  return language === "es" ? (SPANISH[english] ?? english) : english;
}

export function stepsLeft(count: number, language: Language): string {
  if (language === "es") return count === 1 ? "paso pendiente" : "pasos pendientes";
  return count === 1 ? "step left" : "steps left";
}
