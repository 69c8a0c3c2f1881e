// The texts of every status display. Pure.
import type { DisplayStatus } from "../status/status.ts";
import type { StrikeKind } from "../status/strike-kind.ts";
import type { Language } from "./language.ts";
import { full, status } from "./safety-text.json";

export interface StatusText {
  status: Record<DisplayStatus, string>;
  /** What to do, in one or two short sentences. */
  advice: Record<DisplayStatus, string>;
  /** The accessible name of a display. */
  title: string;
  /** Shown with every status. */
  safety: string;
  lastStrike: string;
  closest: string;
  none: string;
  /** Reasons for Unknown. */
  loading: string;
  outOfDate: string;
  feedDown: string;
  noFeed: string;
  noLocation: string;
  noFacility: string;
  unreachable: string;
  rejected: string;
  serverError: string;
  invalidAttribute: (attribute: string) => string;
  unknown: string;
  /** With Active or Clearing while the feed is not known to be healthy. */
  feedCaution: string;
  strikeKind: Record<StrikeKind, string>;
  lastKnown: (status: string) => string;
  asOf: (clock: string, age: string) => string;
  ago: (age: string) => string;
  miles: (figure: string) => string;
  /** For a distance that would round to zero. */
  underMiles: (figure: string) => string;
  allClearIn: (countdown: string) => string;
  /** The countdown has ended, but no report says Clear yet. */
  allClearSoon: string;
  /** Without a healthy feed there is no countdown. */
  notBefore: (clock: string) => string;
  strikesWithin: (count: number, miles: string, minutes: string) => string;
  withinRadius: (miles: string) => string;
  /** The link from the element to the facility's own page. */
  details: string;
}

const english: StatusText = {
  status: status.en,
  ...full.en,
  title: "Lightning status",
  lastStrike: "Last strike",
  closest: "Closest strike",
  none: "none",
  loading: "Loading status…",
  outOfDate: "Data is out of date.",
  noFacility: "Facility not found.",
  unreachable: "Cannot reach the server.",
  rejected: "Request rejected. Check the attributes.",
  serverError: "The server returned an error.",
  invalidAttribute: (attribute) => `The attribute ${attribute} is missing or invalid.`,
  unknown: "unknown",
  strikeKind: { ground: "ground strike", cloud: "cloud strike", unknown: "strike of unknown kind" },
  lastKnown: (status) => `Last known status: ${status}.`,
  asOf: (clock, age) => `Updated ${clock} (${age} ago)`,
  ago: (age) => `${age} ago`,
  miles: (figure) => `${figure} miles`,
  underMiles: (figure) => `under ${figure} miles`,
  allClearIn: (countdown) => `All clear in ${countdown} if no new strikes`,
  allClearSoon: "Waiting for the all clear",
  notBefore: (clock) => `No all clear before ${clock}`,
  strikesWithin: (count, miles, minutes) =>
    `${count} ${count === 1 ? "strike" : "strikes"} within ${miles} miles in the last ${minutes} minutes`,
  withinRadius: (miles) => `${miles}-mile radius`,
  details: "Details and map",
};

const spanish: StatusText = {
  status: status.es,
  ...full.es,
  title: "Estado de alerta de rayos",
  lastStrike: "Último rayo",
  closest: "Rayo más cercano",
  none: "ninguno",
  loading: "Cargando el estado…",
  outOfDate: "Los datos no están actualizados.",
  noFacility: "No se encontró la instalación.",
  unreachable: "No se puede conectar con el servidor.",
  rejected: "Solicitud rechazada. Revise los atributos.",
  serverError: "El servidor devolvió un error.",
  invalidAttribute: (attribute) => `El atributo ${attribute} falta o no es válido.`,
  unknown: "desconocido",
  strikeKind: { ground: "rayo a tierra", cloud: "rayo en las nubes", unknown: "rayo de tipo desconocido" },
  lastKnown: (status) => `Último estado conocido: ${status}.`,
  asOf: (clock, age) => `Actualizado a las ${clock} (hace ${age})`,
  ago: (age) => `hace ${age}`,
  miles: (figure) => `${figure} millas`,
  underMiles: (figure) => `menos de ${figure} millas`,
  allClearIn: (countdown) => `Fin de la alerta en ${countdown} si no caen más rayos`,
  allClearSoon: "Esperando el fin de la alerta",
  notBefore: (clock) => `La alerta sigue al menos hasta las ${clock}`,
  strikesWithin: (count, miles, minutes) =>
    `${count} ${count === 1 ? "rayo" : "rayos"} a menos de ${miles} millas en los últimos ${minutes} minutos`,
  withinRadius: (miles) => `radio de ${miles} millas`,
  details: "Detalles y mapa",
};

export const STATUS_TEXT: Record<Language, StatusText> = { en: english, es: spanish };
