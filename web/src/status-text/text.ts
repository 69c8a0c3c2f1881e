// The texts of every status display. Pure.
import type { DisplayStatus } from "../status/status.ts";
import type { Language } from "./language.ts";
import { full, status } from "./safety-text.json";

export interface StatusText {
  status: Record<DisplayStatus, string>;
  /** What to do, in one short sentence. */
  advice: Record<DisplayStatus, string>;
  /** The accessible name of a display. */
  title: string;
  /** Shown with every status. */
  safety: string;
  lastStrike: string;
  closest: string;
  none: string;
  /** Reasons for Unknown. */
  waiting: string;
  expired: string;
  feedDown: string;
  feedUnknown: string;
  noAnchor: string;
  noFacility: string;
  unreachable: string;
  refused: string;
  invalidAttribute: (attribute: string) => string;
  notKnown: string;
  /** With an Active or Clearing while the feed is not known to be healthy. */
  feedCaution: string;
  cloud: string;
  ground: string;
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
  minutesSpoken: (minutes: number) => string;
  withinRadius: (miles: string) => string;
}

const english: StatusText = {
  status: status.en,
  ...full.en,
  title: "Lightning status",
  lastStrike: "Last strike",
  closest: "Closest strike",
  none: "none",
  waiting: "Asking for the status …",
  expired: "This display has had no news for too long.",
  noFacility: "There is no such facility.",
  unreachable: "The server cannot be reached.",
  refused: "The server refused the question.",
  invalidAttribute: (attribute) => `The attribute ${attribute} is missing or wrong.`,
  notKnown: "not known",
  cloud: "in the clouds",
  ground: "to the ground",
  lastKnown: (status) => `Last known: ${status}.`,
  asOf: (clock, age) => `as of ${clock}, ${age} old`,
  ago: (age) => `${age} ago`,
  miles: (figure) => `${figure} miles`,
  underMiles: (figure) => `under ${figure} miles`,
  allClearIn: (countdown) => `All clear in ${countdown} if nothing more strikes`,
  allClearSoon: "Waiting for the all clear",
  notBefore: (clock) => `No all clear before ${clock}`,
  strikesWithin: (count, miles, minutes) =>
    `${count} ${count === 1 ? "strike" : "strikes"} within ${miles} miles in ${minutes} minutes`,
  minutesSpoken: (minutes) => `${minutes} ${minutes === 1 ? "minute" : "minutes"}`,
  withinRadius: (miles) => `${miles}-mile radius`,
};

const spanish: StatusText = {
  status: status.es,
  ...full.es,
  title: "Estado de rayos",
  lastStrike: "Último rayo",
  closest: "Rayo más cercano",
  none: "ninguno",
  waiting: "Consultando el estado …",
  expired: "Esta pantalla lleva demasiado tiempo sin noticias.",
  noFacility: "Esa instalación no existe.",
  unreachable: "No se puede contactar al servidor.",
  refused: "El servidor rechazó la consulta.",
  invalidAttribute: (attribute) => `El atributo ${attribute} falta o no es válido.`,
  notKnown: "no se sabe",
  cloud: "en las nubes",
  ground: "a tierra",
  lastKnown: (status) => `Último estado conocido: ${status}.`,
  asOf: (clock, age) => `a las ${clock}, hace ${age}`,
  ago: (age) => `hace ${age}`,
  miles: (figure) => `${figure} millas`,
  underMiles: (figure) => `menos de ${figure} millas`,
  allClearIn: (countdown) => `Fin de la alerta en ${countdown} si no caen más rayos`,
  allClearSoon: "Esperando el fin de la alerta",
  notBefore: (clock) => `Sin fin de la alerta antes de las ${clock}`,
  strikesWithin: (count, miles, minutes) =>
    `${count} ${count === 1 ? "rayo" : "rayos"} a menos de ${miles} millas en ${minutes} minutos`,
  minutesSpoken: (minutes) => `${minutes} ${minutes === 1 ? "minuto" : "minutos"}`,
  withinRadius: (miles) => `radio de ${miles} millas`,
};

export const STATUS_TEXT: Record<Language, StatusText> = { en: english, es: spanish };
