// The texts of a replay. Past tense: nobody may take what was for what is. Pure.
import type { DisplayStatus } from "../status/status.ts";
import type { Language } from "../status-text/language.ts";
import type { StatusGroup } from "./summary.ts";

export interface ReplayText {
  /** In front of the shown time. */
  replay: string;
  itWas: (status: string) => string;
  /** In place of the status, where there is no room for a sentence. */
  was: (status: string) => string;
  /** The status of the city: how many facilities, or the name of a single one. */
  headline: Record<DisplayStatus, (group: StatusGroup) => string>;
  notWatched: string;
  strikesBefore: (count: number, minutes: string) => string;
  strikesWithin: (count: number, miles: string, minutes: string) => string;
  earlier: (age: string) => string;
  allClearDue: (clock: string) => string;
  ring: (name: string, miles: string, wasActive: boolean) => string;
  /** The chip that returns to now. */
  liveNow: (statuses: string) => string;
}

const strikes = (count: number): string => `${count} ${count === 1 ? "strike" : "strikes"}`;
/** “14 facilities”, “14 or more facilities”; a single one by its name. */
const facilities = ({ count, first, isAtLeast = false }: StatusGroup): string =>
  count === 1 ? first : `${count} ${isAtLeast ? "or more " : ""}facilities`;
const instalaciones = ({ count, first, isAtLeast = false }: StatusGroup): string =>
  count === 1 ? first : `${count} ${isAtLeast ? "o más " : ""}instalaciones`;
const rayos = (count: number): string => `${count} ${count === 1 ? "rayo" : "rayos"}`;

export const REPLAY_TEXT: Record<Language, ReplayText> = {
  en: {
    replay: "REPLAY",
    itWas: (status) => `it was ${status}`,
    was: (status) => `was ${status}`,
    headline: {
      Active: (group) => `There was lightning near ${facilities(group)}`,
      Clearing: (group) => `${facilities(group)} ${group.count === 1 ? "was" : "were"} waiting for the all clear`,
      Clear: () => "No lightning had been reported near any facility",
      Unknown: () => "The status was unknown",
    },
    notWatched: "There is no record that the lightning feed worked at this time.",
    strikesBefore: (count, minutes) => `${strikes(count)} reported in the ${minutes} minutes before`,
    strikesWithin: (count, miles, minutes) =>
      `${strikes(count)} within ${miles} miles in the ${minutes} minutes before`,
    earlier: (age) => `${age} earlier`,
    allClearDue: (clock) => `The all clear was due at ${clock}`,
    ring: (name, miles, wasActive) => `${name} (${miles} miles): was ${wasActive ? "active" : "clear"}`,
    liveNow: (statuses) => `LIVE now: ${statuses} – return`,
  },
  es: {
    replay: "REPETICIÓN",
    itWas: (status) => `el estado era ${status}`,
    was: (status) => `era ${status}`,
    headline: {
      Active: (group) => `Había rayos cerca de ${instalaciones(group)}`,
      Clearing: (group) =>
        `${instalaciones(group)} ${group.count === 1 ? "esperaba" : "esperaban"} el fin de la alerta`,
      Clear: () => "No se habían reportado rayos cerca de ninguna instalación",
      Unknown: () => "El estado era desconocido",
    },
    notWatched: "No consta que la fuente de datos de rayos funcionara a esa hora.",
    strikesBefore: (count, minutes) =>
      `${rayos(count)} ${count === 1 ? "reportado" : "reportados"} en los ${minutes} minutos anteriores`,
    strikesWithin: (count, miles, minutes) =>
      `${rayos(count)} a menos de ${miles} millas en los ${minutes} minutos anteriores`,
    earlier: (age) => `${age} antes`,
    allClearDue: (clock) => `El fin de la alerta estaba previsto para las ${clock}`,
    ring: (name, miles, wasActive) => `${name} (${miles} millas): estaba ${wasActive ? "activo" : "despejado"}`,
    liveNow: (statuses) => `EN VIVO: ${statuses} – volver`,
  },
};
