// The texts of the storm view, in addition to those of every status display. Pure.
import type { Language } from "../status-text/language.ts";

export interface StormText {
  title: string;
  skipToList: string;
  skipToMap: string;
  otherLanguage: string;
  near: (count: number, name: string) => string;
  waitingAt: (count: number, name: string) => string;
  allClear: string;
  unknown: string;
  noFacilities: string;
  unlocated: (count: number) => string;
  strikesInCity: (count: number, minutes: string) => string;
  search: string;
  countOf: (shown: number, all: number) => string;
  noMatch: string;
  facilities: string;
  backToAll: string;
  /** An outer ring of the policy, with the time of its all clear. */
  ringActive: (name: string, miles: string, clock: string) => string;
  ringClear: (name: string, miles: string) => string;
  share: string;
  linkCopied: string;
  copyLink: (url: string) => string;
  textPage: string;
  textList: string;
  api: string;
  signIn: string;
  thunder: string;
  refresh: string;
  noFacility: string;
  /** For screen readers. */
  became: (names: string, status: string, count: number) => string;
  more: (count: number) => string;
  requestRejected: string;
  /** Precedes the service’s own message, which is in English. */
  reason: string;
}

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;

export const STORM_TEXT: Record<Language, StormText> = {
  en: {
    title: "Lightning status",
    skipToList: "Skip to the facility list",
    skipToMap: "Skip to the map",
    otherLanguage: "Español",
    near: (number, name) => (number === 1 ? `Lightning near ${name}` : `Lightning near ${number} facilities`),
    waitingAt: (number, name) =>
      number === 1 ? `Waiting for the all clear at ${name}` : `Waiting for the all clear at ${number} facilities`,
    allClear: "No lightning reported near any facility",
    unknown: "Status unknown",
    noFacilities: "No facilities have been added yet.",
    unlocated: (number) =>
      number === 1
        ? "1 facility has no location. Its status is unknown."
        : `${number} facilities have no location. Their status is unknown.`,
    strikesInCity: (number, minutes) => `${count(number, "strike", "strikes")} reported in the last ${minutes} minutes`,
    search: "Find a facility",
    countOf: (shown, all) =>
      shown === all ? count(all, "facility", "facilities") : `${shown} of ${count(all, "facility", "facilities")}`,
    noMatch: "No facilities found. Try a shorter word.",
    facilities: "Facilities, highest threat first",
    backToAll: "All facilities",
    ringActive: (name, miles, clock) => `${name} (${miles} miles): active, clear at ${clock} if no new strikes`,
    ringClear: (name, miles) => `${name} (${miles} miles): clear`,
    share: "Share",
    linkCopied: "Link copied.",
    copyLink: (url) => `Copy this link: ${url}`,
    textPage: "Text-only page",
    textList: "Text-only list",
    api: "API",
    signIn: "Sign in",
    thunder: "When thunder roars, go indoors.",
    refresh: "Refresh",
    noFacility: "Facility not found. Check the link, or choose from all facilities.",
    became: (names, status, number) => (number === 1 ? `${names} is now ${status}.` : `${names} are now ${status}.`),
    more: (number) => `${number} more`,
    requestRejected: "The server rejected the request. Check the address of this page.",
    reason: "Reason:",
  },
  es: {
    title: "Estado de alerta de rayos",
    skipToList: "Ir a la lista de instalaciones",
    skipToMap: "Ir al mapa",
    otherLanguage: "English",
    near: (number, name) => (number === 1 ? `Rayos cerca de ${name}` : `Rayos cerca de ${number} instalaciones`),
    waitingAt: (number, name) =>
      number === 1
        ? `Esperando el fin de la alerta en ${name}`
        : `Esperando el fin de la alerta en ${number} instalaciones`,
    allClear: "No se han reportado rayos cerca de ninguna instalación",
    unknown: "Estado desconocido",
    noFacilities: "Todavía no se han agregado instalaciones.",
    unlocated: (number) =>
      `${count(number, "instalación no tiene", "instalaciones no tienen")} ubicación. Su estado es desconocido.`,
    strikesInCity: (number, minutes) =>
      `${count(number, "rayo reportado", "rayos reportados")} en los últimos ${minutes} minutos`,
    search: "Buscar una instalación",
    countOf: (shown, all) =>
      shown === all
        ? count(all, "instalación", "instalaciones")
        : `${shown} de ${count(all, "instalación", "instalaciones")}`,
    noMatch: "No se encontraron instalaciones. Pruebe con una palabra más corta.",
    facilities: "Instalaciones, de mayor a menor peligro",
    backToAll: "Todas las instalaciones",
    ringActive: (name, miles, clock) =>
      `${name} (${miles} millas): activo, termina a las ${clock} si no caen más rayos`,
    ringClear: (name, miles) => `${name} (${miles} millas): despejado`,
    share: "Compartir",
    linkCopied: "Enlace copiado.",
    copyLink: (url) => `Copie este enlace: ${url}`,
    textPage: "Página de solo texto",
    textList: "Lista de solo texto",
    api: "API",
    signIn: "Iniciar sesión",
    thunder: "Si oye truenos, entre a un lugar cerrado.",
    refresh: "Actualizar",
    noFacility: "No se encontró la instalación. Revise el enlace o elija entre todas las instalaciones.",
    became: (names, status) => `${names}: ahora ${status}.`,
    more: (number) => `${number} más`,
    requestRejected: "El servidor rechazó la solicitud. Revise la dirección de esta página.",
    reason: "Motivo (en inglés):",
  },
};
