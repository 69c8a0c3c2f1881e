// The texts of the storm view, in addition to those of every status display. Pure.
import type { Language } from "../status-text/language.ts";
import type { StatusGroup } from "./summary.ts";

export interface StormText {
  title: string;
  skipToList: string;
  skipToMap: string;
  otherLanguage: string;
  near: (group: StatusGroup, all: number) => string;
  waitingAt: (group: StatusGroup, all: number) => string;
  /** In the banner of the city, when its status is not that of every facility. */
  findYours: string;
  allClear: string;
  /** Of the facility that the page is about. */
  allClearAt: (clock: string, countdown: string) => string;
  unknown: string;
  noFacilities: string;
  unlocated: (count: number) => string;
  strikesInCity: (count: number, minutes: string) => string;
  search: string;
  nearMe: string;
  locating: string;
  positionStays: string;
  checkSpot: string;
  myPosition: string;
  nearMeProblem: Record<"denied" | "unavailable" | "failed", string>;
  milesAway: (figure: string) => string;
  /** Removes the visitor’s own facility from the page of the city. */
  forget: string;
  nearestIn: (minutes: string) => string;
  lastWithin: (miles: string) => string;
  closestIn: (hours: string) => string;
  newestAnywhere: string;
  noStrikeWithin: (miles: string, minutes: string) => string;
  countOf: (shown: number, all: number) => string;
  noMatch: string;
  showAll: (count: number) => string;
  /** Of a large city, where not all facilities are loaded. */
  showMore: string;
  searching: string;
  listEnds: (rows: string) => string;
  facilities: string;
  backToAll: string;
  /** An outer ring of the policy, with the time of its all clear. */
  ringActive: (name: string, miles: string, clock: string) => string;
  ringClear: (name: string, miles: string) => string;
  /** Without a healthy feed. */
  ringNotBefore: (name: string, miles: string, clock: string) => string;
  ringUnknown: (name: string, miles: string) => string;
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
  /** Precedes the reason, by the language in which it is given. */
  reason: Record<Language, string>;
}

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;

/** “14 of 21 facilities”, “at least 200 of 3005 facilities”; a single one by its name. */
function someOf({ count, first, isAtLeast = false }: StatusGroup, all: number): string {
  if (isAtLeast) return `at least ${count} of ${all} facilities`;
  if (count === 1) return first;
  return count === all ? `all ${all} facilities` : `${count} of ${all} facilities`;
}

function someOfSpanish({ count, first, isAtLeast = false }: StatusGroup, all: number): string {
  if (isAtLeast) return `al menos ${count} de ${all} instalaciones`;
  if (count === 1) return first;
  return count === all ? `las ${all} instalaciones` : `${count} de ${all} instalaciones`;
}

export const STORM_TEXT: Record<Language, StormText> = {
  en: {
    title: "Lightning status",
    skipToList: "Skip to the facility list",
    skipToMap: "Skip to the map",
    otherLanguage: "Español",
    near: (group, all) => `Lightning near ${someOf(group, all)}.`,
    waitingAt: (group, all) => `Waiting for the all clear at ${someOf(group, all)}.`,
    findYours: "Find yours.",
    allClearAt: (clock, countdown) => `All clear at ${clock} (in ${countdown}), if no new strikes`,
    allClear: "No lightning reported near any facility",
    unknown: "Status unknown",
    noFacilities: "No facilities have been added yet.",
    unlocated: (number) =>
      number === 1
        ? "1 facility has no location. Its status is unknown."
        : `${number} facilities have no location. Their status is unknown.`,
    strikesInCity: (number, minutes) => `${count(number, "strike", "strikes")} reported in the last ${minutes} minutes`,
    search: "Find a facility",
    nearMe: "Near me",
    locating: "Locating…",
    positionStays: "Sorted by distance. Your position stays on this device.",
    checkSpot: "Check my exact position with the server",
    myPosition: "Your position",
    nearMeProblem: {
      denied: "Your browser does not share your position. Search by name instead.",
      unavailable: "Your position is not available. Search by name instead.",
      failed: "The status at your position could not be read. Try again.",
    },
    milesAway: (figure) => `${figure} miles from you`,
    forget: "Not my facility",
    nearestIn: (minutes) => `Nearest strike in ${minutes} minutes`,
    lastWithin: (miles) => `Last within ${miles} miles`,
    closestIn: (hours) => `Closest in ${hours} hours`,
    newestAnywhere: "Newest strike anywhere",
    noStrikeWithin: (miles, minutes) => `No strike within ${miles} miles in ${minutes} minutes.`,
    countOf: (shown, all) =>
      shown === all ? count(all, "facility", "facilities") : `${shown} of ${count(all, "facility", "facilities")}`,
    noMatch: "No facilities found. Try a shorter word.",
    showAll: (number) => `Show all ${number} facilities`,
    showMore: "Show more facilities",
    searching: "Searching…",
    listEnds: (rows) => `The list ends after ${rows} facilities. Search by name to find others.`,
    facilities: "Facilities, highest threat first",
    backToAll: "All facilities",
    ringActive: (name, miles, clock) => `${name} (${miles} miles): active, clear at ${clock} if no new strikes`,
    ringClear: (name, miles) => `${name} (${miles} miles): clear`,
    ringNotBefore: (name, miles, clock) => `${name} (${miles} miles): active, not clear before ${clock}`,
    ringUnknown: (name, miles) => `${name} (${miles} miles): unknown`,
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
    reason: { en: "Reason:", es: "Reason:" },
  },
  es: {
    title: "Estado de alerta de rayos",
    skipToList: "Ir a la lista de instalaciones",
    skipToMap: "Ir al mapa",
    otherLanguage: "English",
    near: (group, all) => `Rayos cerca de ${someOfSpanish(group, all)}.`,
    waitingAt: (group, all) => `Esperando el fin de la alerta en ${someOfSpanish(group, all)}.`,
    findYours: "Busque la suya.",
    allClearAt: (clock, countdown) => `Fin de la alerta a las ${clock} (en ${countdown}), si no caen más rayos`,
    allClear: "No se han reportado rayos cerca de ninguna instalación",
    unknown: "Estado desconocido",
    noFacilities: "Todavía no se han agregado instalaciones.",
    unlocated: (number) =>
      `${count(number, "instalación no tiene", "instalaciones no tienen")} ubicación. Su estado es desconocido.`,
    strikesInCity: (number, minutes) =>
      `${count(number, "rayo reportado", "rayos reportados")} en los últimos ${minutes} minutos`,
    search: "Buscar una instalación",
    nearMe: "Cerca de mí",
    locating: "Ubicando…",
    positionStays: "Por distancia. Su ubicación no sale de este dispositivo.",
    checkSpot: "Consultar mi ubicación exacta en el servidor",
    myPosition: "Su ubicación",
    nearMeProblem: {
      denied: "Su navegador no comparte su ubicación. Busque por nombre.",
      unavailable: "Su ubicación no está disponible. Busque por nombre.",
      failed: "No se pudo consultar el estado en su ubicación. Intente de nuevo.",
    },
    milesAway: (figure) => `a ${figure} millas de usted`,
    forget: "No es mi instalación",
    nearestIn: (minutes) => `Rayo más cercano en ${minutes} minutos`,
    lastWithin: (miles) => `Último a menos de ${miles} millas`,
    closestIn: (hours) => `El más cercano en ${hours} horas`,
    newestAnywhere: "Último rayo en cualquier lugar",
    noStrikeWithin: (miles, minutes) => `Ningún rayo a menos de ${miles} millas en ${minutes} minutos.`,
    countOf: (shown, all) =>
      shown === all
        ? count(all, "instalación", "instalaciones")
        : `${shown} de ${count(all, "instalación", "instalaciones")}`,
    noMatch: "No se encontraron instalaciones. Pruebe con una palabra más corta.",
    showAll: (number) => `Mostrar las ${number} instalaciones`,
    showMore: "Mostrar más instalaciones",
    searching: "Buscando…",
    listEnds: (rows) => `La lista termina después de ${rows} instalaciones. Busque otras por nombre.`,
    facilities: "Instalaciones, de mayor a menor peligro",
    backToAll: "Todas las instalaciones",
    ringActive: (name, miles, clock) =>
      `${name} (${miles} millas): activo, termina a las ${clock} si no caen más rayos`,
    ringClear: (name, miles) => `${name} (${miles} millas): despejado`,
    ringNotBefore: (name, miles, clock) => `${name} (${miles} millas): activo, al menos hasta las ${clock}`,
    ringUnknown: (name, miles) => `${name} (${miles} millas): desconocido`,
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
    reason: { en: "Motivo (en inglés):", es: "Motivo:" },
  },
};
