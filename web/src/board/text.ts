// The texts of the dashboard, in addition to those of the storm view. Pure.
import type { Language } from "../status-text/language.ts";
import type { Threshold, ThresholdErrorKind } from "./thresholds.ts";

export interface BoardText {
  title: string;
  turnOnAlerts: string;
  alertsAreOn: string;
  alertsHelp: string;
  openWall: string;
  exitWall: string;
  report: string;
  publicPage: string;
  thresholds: string;
  /** The four thresholds in one line. */
  summary: (miles: string, danger: string, allClear: string, history: string) => string;
  threshold: Record<Threshold, { label: string; unit: string }>;
  error: Record<ThresholdErrorKind, (unit: string, max: number) => string>;
  notCityValues: string;
  byPolicy: string;
  resetToCityValues: string;
  replay: string;
  time: string;
  play: string;
  playAgain: string;
  pause: string;
  speed: string;
  from: string;
  to: string;
  speedAndPeriod: string;
  byDistance: string;
  ofFacility: (name: string) => string;
  createReport: string;
  miles: string;
  noStrikes: string;
  counted: (all: number, inside: number, miles: string) => string;
  closest: (miles: string, clock: string) => string;
  dashedLine: string;
  hatched: string;
  chart: string;
}

export const BOARD_TEXT: Record<Language, BoardText> = {
  en: {
    title: "Storm",
    turnOnAlerts: "Turn on alerts",
    alertsAreOn: "Alerts are on",
    alertsHelp: "Plays a sound and shows a notification when a status changes",
    openWall: "Open wall display",
    exitWall: "Exit wall display",
    report: "Report",
    publicPage: "Public page",
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
      range: (unit, max) => `Enter a number above 0 and up to ${max} ${unit}.`,
    },
    notCityValues: "These differ from the city’s values. The public page may show a different status.",
    byPolicy: "Each facility is evaluated by its policy. A value that you change here applies to all of them.",
    resetToCityValues: "Reset to the city’s values",
    replay: "Replay",
    time: "Time",
    play: "Play",
    playAgain: "Play again",
    pause: "Pause",
    speed: "Speed",
    from: "From",
    to: "To",
    speedAndPeriod: "Speed and period",
    byDistance: "Strikes by distance",
    ofFacility: (name) => `${name}: strikes by distance`,
    createReport: "Create a report for this period",
    miles: "miles",
    noStrikes: "No strikes in this period.",
    counted: (all, inside, miles) => `${all} ${all === 1 ? "strike" : "strikes"}, ${inside} within ${miles} miles.`,
    closest: (miles, clock) => `Closest: ${miles} at ${clock}.`,
    dashedLine: "The dashed line is the radius.",
    hatched: "Hatched: not watched. Strikes may be missing.",
    chart: "Strikes by time and distance.",
  },
  es: {
    title: "Tormenta",
    turnOnAlerts: "Activar alertas",
    alertsAreOn: "Alertas activadas",
    alertsHelp: "Emite un sonido y muestra una notificación cuando cambia un estado",
    openWall: "Abrir pantalla mural",
    exitWall: "Salir de la pantalla mural",
    report: "Informe",
    publicPage: "Página pública",
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
      range: (unit, max) => `Escriba un número mayor que 0 y de hasta ${max} ${unit}.`,
    },
    notCityValues: "Son distintos de los valores de la ciudad. La página pública puede mostrar otro estado.",
    byPolicy: "Cada instalación se evalúa según su política. Un valor que cambie aquí vale para todas.",
    resetToCityValues: "Restablecer los valores de la ciudad",
    replay: "Repetición",
    time: "Hora",
    play: "Reproducir",
    playAgain: "Reproducir de nuevo",
    pause: "Pausar",
    speed: "Velocidad",
    from: "Desde",
    to: "Hasta",
    speedAndPeriod: "Velocidad y período",
    byDistance: "Rayos por distancia",
    ofFacility: (name) => `${name}: rayos por distancia`,
    createReport: "Crear un informe de este período",
    miles: "millas",
    noStrikes: "No hubo rayos en este período.",
    counted: (all, inside, miles) => `${all} ${all === 1 ? "rayo" : "rayos"}, ${inside} a menos de ${miles} millas.`,
    closest: (miles, clock) => `El más cercano: a ${miles}, a las ${clock}.`,
    dashedLine: "La línea discontinua marca el radio.",
    hatched: "Rayado: sin vigilancia. Pueden faltar rayos.",
    chart: "Rayos por hora y distancia.",
  },
};
