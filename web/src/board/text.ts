// The texts of the dashboard, besides those of the storm view. Pure.
import type { Language } from "../status-text/language.ts";
import type { Threshold, ThresholdErrorKind } from "./thresholds.ts";

export interface BoardText {
  title: string;
  alerts: string;
  alertsOn: string;
  wall: string;
  leaveWall: string;
  report: string;
  publicLink: string;
  thresholds: string;
  /** The four thresholds in one line. */
  summary: (miles: string, danger: string, allClear: string, history: string) => string;
  threshold: Record<Threshold, { label: string; unit: string }>;
  error: Record<ThresholdErrorKind, (unit: string, max: number) => string>;
  notCityValues: string;
  backToCityValues: string;
  replay: string;
  time: string;
  play: string;
  playAgain: string;
  pause: string;
  speed: string;
  from: string;
  to: string;
  backToLive: string;
  byDistance: string;
  ofFacility: (name: string) => string;
  reportOnThis: string;
  miles: string;
  noStrikes: string;
  counted: (all: number, inside: number, miles: string) => string;
  closest: (miles: string, clock: string) => string;
  dashedLine: string;
  chart: string;
}

export const BOARD_TEXT: Record<Language, BoardText> = {
  en: {
    title: "Storm",
    alerts: "Sound and notices",
    alertsOn: "Sound and notices are on",
    wall: "Wall display",
    leaveWall: "Leave the wall display",
    report: "Report",
    publicLink: "Public link",
    thresholds: "Thresholds",
    summary: (miles, danger, allClear, history) =>
      `${miles} miles, danger ${danger} min, all clear ${allClear} min, history ${history}\u00a0h`,
    threshold: {
      radiusMiles: { label: "Radius", unit: "miles" },
      dangerMinutes: { label: "Danger window", unit: "minutes" },
      allClearMinutes: { label: "All-clear window", unit: "minutes" },
      historyHours: { label: "History", unit: "hours" },
    },
    error: {
      number: (unit) => `Enter a number of ${unit}.`,
      range: (unit, max) => `Enter more than 0 and at most ${max} ${unit}.`,
    },
    notCityValues: "These are not the city’s values: the public view may say otherwise.",
    backToCityValues: "Back to the city’s values",
    replay: "Replay",
    time: "Time",
    play: "Play",
    playAgain: "Play again",
    pause: "Pause",
    speed: "Speed",
    from: "From",
    to: "To",
    backToLive: "Back to live",
    byDistance: "Strikes by distance",
    ofFacility: (name) => `${name}: strikes by distance`,
    reportOnThis: "Report on this time",
    miles: "miles",
    noStrikes: "No strikes in this time.",
    counted: (all, inside, miles) =>
      `${all} ${all === 1 ? "strike" : "strikes"}, ${inside} of them within ${miles} miles.`,
    closest: (miles, clock) => `The closest: ${miles} at ${clock}.`,
    dashedLine: "The dashed line is the radius.",
    chart: "Strikes by time and distance.",
  },
  es: {
    title: "Tormenta",
    alerts: "Sonido y avisos",
    alertsOn: "Sonido y avisos activados",
    wall: "Pantalla mural",
    leaveWall: "Salir de la pantalla mural",
    report: "Informe",
    publicLink: "Enlace público",
    thresholds: "Umbrales",
    summary: (miles, danger, allClear, history) =>
      `${miles} millas, peligro ${danger} min, espera sin rayos ${allClear} min, historial ${history}\u00a0h`,
    threshold: {
      radiusMiles: { label: "Radio", unit: "millas" },
      dangerMinutes: { label: "Período de peligro", unit: "minutos" },
      allClearMinutes: { label: "Espera sin rayos", unit: "minutos" },
      historyHours: { label: "Historial", unit: "horas" },
    },
    error: {
      number: (unit) => `Escriba un número de ${unit}.`,
      range: (unit, max) => `Escriba más de 0 y como máximo ${max} ${unit}.`,
    },
    notCityValues: "Estos no son los valores de la ciudad: la vista pública puede decir otra cosa.",
    backToCityValues: "Volver a los valores de la ciudad",
    replay: "Repetición",
    time: "Hora",
    play: "Reproducir",
    playAgain: "Reproducir de nuevo",
    pause: "Pausar",
    speed: "Velocidad",
    from: "Desde",
    to: "Hasta",
    backToLive: "Volver a la vista en vivo",
    byDistance: "Rayos por distancia",
    ofFacility: (name) => `${name}: rayos por distancia`,
    reportOnThis: "Informe de este período",
    miles: "millas",
    noStrikes: "No hubo rayos en este período.",
    counted: (all, inside, miles) => `${all} ${all === 1 ? "rayo" : "rayos"}, ${inside} a menos de ${miles} millas.`,
    closest: (miles, clock) => `El más cercano: a ${miles}, a las ${clock}.`,
    dashedLine: "La línea discontinua marca el radio.",
    chart: "Rayos por hora y distancia.",
  },
};
