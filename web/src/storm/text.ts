// The texts of the storm view, besides those of every status display. Pure.

import type { DisplayStatus } from "../status/status.ts";
import type { Language } from "../status-text/language.ts";

export interface StormText {
  title: string;
  skip: string;
  skipToMap: string;
  otherLanguage: string;
  near: (count: number, name: string) => string;
  waitingAt: (count: number, name: string) => string;
  allClear: string;
  notKnown: string;
  noFacilities: string;
  unlocated: (count: number) => string;
  strikesInCity: (count: number, minutes: string) => string;
  search: string;
  countOf: (shown: number, all: number) => string;
  noMatch: string;
  facilities: string;
  backToAll: string;
  share: string;
  copied: string;
  copyThis: string;
  plainText: string;
  plainList: string;
  api: string;
  signIn: string;
  safetyMore: string;
  trying: string;
  refresh: string;
  missing: string;
  /** For screen readers. */
  became: (names: string, status: string, count: number) => string;
  more: (count: number) => string;
  /** Precedes the service’s own message. */
  reason: string;
  atClock: (clock: string) => string;
  radius: string;
  state: Record<DisplayStatus, string>;
}

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;

export const STORM_TEXT: Record<Language, StormText> = {
  en: {
    title: "Lightning",
    skip: "Skip to the list of facilities",
    skipToMap: "Skip to the map",
    otherLanguage: "Español",
    near: (number, name) => (number === 1 ? `Lightning near ${name}` : `Lightning near ${number} facilities`),
    waitingAt: (number, name) =>
      number === 1 ? `Waiting for the all clear at ${name}` : `Waiting for the all clear at ${number} facilities`,
    allClear: "No lightning known near any facility",
    notKnown: "The status is not known",
    noFacilities: "No facilities have been entered yet.",
    unlocated: (number) => `${count(number, "facility has", "facilities have")} no position and cannot be judged.`,
    strikesInCity: (number, minutes) => `${count(number, "strike", "strikes")} reported in the last ${minutes} minutes`,
    search: "Find a facility",
    countOf: (shown, all) =>
      shown === all ? count(all, "facility", "facilities") : `${shown} of ${count(all, "facility", "facilities")}`,
    noMatch: "No facility has a name like this. Try a shorter word.",
    facilities: "Facilities by threat",
    backToAll: "All facilities",
    share: "Share",
    copied: "The link was copied.",
    copyThis: "Link to this facility",
    plainText: "As plain text",
    plainList: "Plain list",
    api: "API",
    signIn: "Sign in",
    safetyMore: "When thunder roars, go indoors.",
    trying: "Trying again …",
    refresh: "Ask again now",
    missing: "There is no such facility.",
    became: (names, status, number) => (number === 1 ? `${names} is now ${status}.` : `${names} are now ${status}.`),
    more: (number) => `${number} more`,
    reason: "The service says:",
    atClock: (clock) => `at ${clock}`,
    radius: "miles",
    state: { Active: "Active", Clearing: "Clearing", Clear: "Clear", Unknown: "not known" },
  },
  es: {
    title: "Rayos",
    skip: "Ir a la lista de instalaciones",
    skipToMap: "Ir al mapa",
    otherLanguage: "English",
    near: (number, name) => (number === 1 ? `Rayos cerca de ${name}` : `Rayos cerca de ${number} instalaciones`),
    waitingAt: (number, name) =>
      number === 1
        ? `Esperando el fin de la alerta en ${name}`
        : `Esperando el fin de la alerta en ${number} instalaciones`,
    allClear: "No se conocen rayos cerca de ninguna instalación",
    notKnown: "No se conoce el estado",
    noFacilities: "Todavía no se ha registrado ninguna instalación.",
    unlocated: (number) =>
      `${count(number, "instalación no tiene", "instalaciones no tienen")} posición y no se ${number === 1 ? "puede" : "pueden"} evaluar.`,
    strikesInCity: (number, minutes) => `${count(number, "rayo", "rayos")} en los últimos ${minutes} minutos`,
    search: "Buscar una instalación",
    countOf: (shown, all) =>
      shown === all
        ? count(all, "instalación", "instalaciones")
        : `${shown} de ${count(all, "instalación", "instalaciones")}`,
    noMatch: "Ninguna instalación tiene un nombre así. Pruebe una palabra más corta.",
    facilities: "Instalaciones por amenaza",
    backToAll: "Todas las instalaciones",
    share: "Compartir",
    copied: "Se copió el enlace.",
    copyThis: "Enlace a esta instalación",
    plainText: "Como texto",
    plainList: "Lista sencilla",
    api: "API",
    signIn: "Iniciar sesión",
    safetyMore: "Si oye truenos, entre.",
    trying: "Intentando de nuevo …",
    refresh: "Consultar ahora",
    missing: "Esa instalación no existe.",
    became: (names, status, number) => (number === 1 ? `${names}: ahora ${status}.` : `${names}: ahora ${status}.`),
    more: (number) => `${number} más`,
    reason: "El servicio dice:",
    atClock: (clock) => `a las ${clock}`,
    radius: "millas",
    state: { Active: "activo", Clearing: "despejando", Clear: "despejado", Unknown: "desconocido" },
  },
};
