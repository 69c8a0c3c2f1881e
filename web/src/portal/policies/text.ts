// The texts of policies. Pure.
import type { Language } from "../../status-text/language.ts";
import { localized } from "../../status-text/page-language.ts";

const miles = (value: number): string => `${value} ${value === 1 ? "mile" : "miles"}`;
const minutes = (value: number): string => `${value} ${value === 1 ? "minute" : "minutes"}`;
const millas = (value: number): string => `${value} ${value === 1 ? "milla" : "millas"}`;
const minutos = (value: number): string => `${value} ${value === 1 ? "minuto" : "minutos"}`;

const en = {
  allPolicies: "All policies",
  addPolicy: "Add policy",
  hint: "A policy decides when a facility is Active and when it is clear again. Facilities without a policy of their own have the city's default.",
  cityDefault: "City's default",
  defaultHint: "The city's default: it applies to every facility that has no policy of its own.",
  deletePolicy: "Delete policy",
  deleteDetail: "A policy that a facility has cannot be deleted.",
  addedHint: (name: string) => `“${name}” was added. Choose it in a facility.`,
  field: {
    radiusMiles: { label: "Danger radius (miles)", hint: "A strike within it makes a facility Active." },
    dangerMinutes: { label: "Danger window (minutes)", hint: "How long a facility stays Active after a strike." },
    allClearMinutes: {
      label: "All-clear window (minutes)",
      hint: "How long after the last strike it becomes Clear, if that is longer.",
    },
    historyHours: { label: "History (hours)", hint: "How far back the closest strike is searched." },
  },
  rings: "Outer rings",
  ringsHint:
    "Rings warn before lightning is close. They change no status. Enter them from inside to outside, or leave them empty.",
  ring: (number: number, part: string) => `Ring ${number}: ${part}`,
  ringPart: { name: "name", radiusMiles: "radius (miles)", clearMinutes: "clear after (minutes)" },
  enterNumber: "Enter a number.",
  fillInOrder: "Fill the rings in order, without a gap.",
  showEffect: "Show the effect",
  noStorm: "No strikes are stored yet, so there is no storm to replay.",
  effectHeading: "Effect on the last storm",
  effectOf: (from: string, to: string, strikes: number, facilities: string) =>
    `${from} to ${to}, ${strikes} strikes, ${facilities}.`,
  firstReplayed: (count: number) => `The first ${count} were replayed.`,
  allOfThem: "All of them",
  effect: "Effect",
  now: "Now",
  withChange: "With the change",
  minutesActive: "Minutes Active",
  closures: "Closures",
  earliestWarning: "Earliest warning",
  rule: (radius: number, danger: number, wait: number) =>
    `Active: lightning within ${miles(radius)} in the last ${minutes(danger)}. Clear ${minutes(wait)} after the last strike.`,
  noRings: "No outer rings.",
  ringRule: (name: string, radius: number, wait: number) => `${name}: ${miles(radius)}, clear after ${minutes(wait)}`,
  ringRules: (rules: string) => `Outer rings: ${rules}.`,
};

const es: typeof en = {
  allPolicies: "Todas las políticas",
  addPolicy: "Agregar política",
  hint: "Una política decide cuándo una instalación está en estado Activo y cuándo vuelve a estar despejada. Las instalaciones sin política propia usan la predeterminada de la ciudad.",
  cityDefault: "Predeterminada de la ciudad",
  defaultHint: "La política predeterminada de la ciudad: se aplica a toda instalación que no tiene una propia.",
  deletePolicy: "Eliminar política",
  deleteDetail: "No se puede eliminar una política que usa alguna instalación.",
  addedHint: (name) => `Se agregó “${name}”. Elíjala en una instalación.`,
  field: {
    radiusMiles: { label: "Radio de peligro (millas)", hint: "Un rayo dentro de él pone la instalación en Activo." },
    dangerMinutes: {
      label: "Período de peligro (minutos)",
      hint: "Cuánto tiempo sigue en Activo una instalación después de un rayo.",
    },
    allClearMinutes: {
      label: "Espera sin rayos (minutos)",
      hint: "Cuánto tiempo después del último rayo queda despejada, si es más largo.",
    },
    historyHours: { label: "Historial (horas)", hint: "Hasta cuándo se busca el rayo más cercano." },
  },
  rings: "Anillos exteriores",
  ringsHint:
    "Los anillos avisan antes de que los rayos estén cerca. No cambian el estado. Indíquelos de adentro hacia afuera o déjelos vacíos.",
  ring: (number, part) => `Anillo ${number}: ${part}`,
  ringPart: { name: "nombre", radiusMiles: "radio (millas)", clearMinutes: "termina después de (minutos)" },
  enterNumber: "Escriba un número.",
  fillInOrder: "Complete los anillos en orden, sin saltar ninguno.",
  showEffect: "Mostrar el efecto",
  noStorm: "Todavía no hay rayos guardados, así que no hay ninguna tormenta que repetir.",
  effectHeading: "Efecto en la última tormenta",
  effectOf: (from, to, strikes, facilities) => `Del ${from} al ${to}, ${strikes} rayos, ${facilities}.`,
  firstReplayed: (count) => `Se calcularon las primeras ${count}.`,
  allOfThem: "En conjunto",
  effect: "Efecto",
  now: "Ahora",
  withChange: "Con el cambio",
  minutesActive: "Minutos en Activo",
  closures: "Cierres",
  earliestWarning: "Primer aviso",
  rule: (radius, danger, wait) =>
    `Activo: rayos a menos de ${millas(radius)} en los últimos ${minutos(danger)}. Despejado ${minutos(wait)} después del último rayo.`,
  noRings: "Sin anillos exteriores.",
  ringRule: (name, radius, wait) => `${name}: ${millas(radius)}, termina después de ${minutos(wait)}`,
  ringRules: (rules) => `Anillos exteriores: ${rules}.`,
};

export const POLICY_TEXT: Record<Language, typeof en> = { en, es };
export const policyText = localized(POLICY_TEXT);
