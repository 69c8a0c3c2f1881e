// The texts of the report and its form. Pure.
import type { Language } from "../status-text/language.ts";

export interface ReportText {
  title: string;
  facility: string;
  show: string;
  print: string;
  invalidPeriod: string;
  periodTooLong: string;
  choose: string;
  loading: string;
  tryAgain: string;
  about: (name: string) => string;
  between: (from: string, to: string) => string;
  status: string;
  from: string;
  to: string;
  duration: string;
  thresholds: string;
  /** In an empty field. */
  ofPolicy: string;
  thresholdValues: (miles: string, danger: string, allClear: string) => string;
  /** After the status Unknown. */
  notWatched: string;
  notWatchedTotal: string;
  inRadius: string;
  ofReported: (inside: number, all: number) => string;
  firstInRadius: string;
  lastInRadius: string;
  noneWithin: (miles: string) => string;
  within: (miles: string) => string;
  time: string;
  miles: string;
  type: string;
  coordinates: string;
  notListed: (count: number) => string;
  /** Where the statuses of the report come from. */
  calculated: string;
  recorded: string;
  recordedSince: (time: string) => string;
  notWatchedNote: string;
  truncated: string;
  createdBy: (time: string, username: string) => string;
}

export const REPORT_TEXT: Record<Language, ReportText> = {
  en: {
    title: "Storm report",
    facility: "Facility",
    show: "Show report",
    print: "Print or save as PDF",
    invalidPeriod: "Enter a start and an end. The start must be before the end.",
    periodTooLong: "A report covers up to 31 days. Choose a shorter period.",
    choose: "Choose a facility and a period, then select Show report.",
    loading: "Loading…",
    tryAgain: "Try again",
    about: (name) => `Lightning report: ${name}`,
    between: (from, to) => `${from} to ${to}`,
    status: "Status",
    from: "From",
    to: "To",
    duration: "Duration",
    thresholds: "Thresholds",
    ofPolicy: "As in the policy",
    thresholdValues: (miles, danger, allClear) => `${miles} miles, danger ${danger} min, all clear ${allClear} min`,
    notWatched: "not watched",
    notWatchedTotal: "Not watched, status unknown",
    inRadius: "Strikes within the radius",
    ofReported: (inside, all) => `${inside} of ${all} reported`,
    firstInRadius: "First strike within the radius",
    lastInRadius: "Last strike within the radius",
    noneWithin: (miles) => `No strikes within ${miles} miles.`,
    within: (miles) => `Strikes within ${miles} miles`,
    time: "Time",
    miles: "Miles",
    type: "Type",
    coordinates: "Coordinates",
    notListed: (count) => (count === 1 ? "1 more strike is not listed." : `${count} more strikes are not listed.`),
    calculated:
      "The status is calculated from the strikes stored when this report was created. A strike that the vendor reported late counts from when it struck, not from when it was reported.",
    recorded:
      "The status is what stormwire recorded at that time, by the rule that was in force. A strike that the vendor reported late counts from when it was reported.",
    recordedSince: (time) =>
      `Since ${time} the status is what stormwire recorded at that time, by the rule that was in force. Before that it is calculated from the strikes stored when this report was created.`,
    notWatchedNote: "Not watched: there is no record that the lightning feed worked, so strikes may be missing.",
    truncated: "Too many strikes for one report: the earliest are missing. Choose a shorter period.",
    createdBy: (time, username) => `Created ${time} by ${username} with stormwire.`,
  },
  es: {
    title: "Informe de la tormenta",
    facility: "Instalación",
    show: "Mostrar informe",
    print: "Imprimir o guardar como PDF",
    invalidPeriod: "Indique un inicio y un fin. El inicio debe ser anterior al fin.",
    periodTooLong: "Un informe abarca hasta 31 días. Elija un período más corto.",
    choose: "Elija una instalación y un período, y luego Mostrar informe.",
    loading: "Cargando…",
    tryAgain: "Intentar de nuevo",
    about: (name) => `Informe de rayos: ${name}`,
    between: (from, to) => `Del ${from} al ${to}`,
    status: "Estado",
    from: "Desde",
    to: "Hasta",
    duration: "Duración",
    thresholds: "Umbrales",
    ofPolicy: "Según la política",
    thresholdValues: (miles, danger, allClear) =>
      `${miles} millas, peligro ${danger} min, espera sin rayos ${allClear} min`,
    notWatched: "sin vigilancia",
    notWatchedTotal: "Sin vigilancia, estado desconocido",
    inRadius: "Rayos dentro del radio",
    ofReported: (inside, all) => `${inside} de ${all} reportados`,
    firstInRadius: "Primer rayo dentro del radio",
    lastInRadius: "Último rayo dentro del radio",
    noneWithin: (miles) => `No cayó ningún rayo a menos de ${miles} millas.`,
    within: (miles) => `Rayos a menos de ${miles} millas`,
    time: "Hora",
    miles: "Millas",
    type: "Tipo",
    coordinates: "Coordenadas",
    notListed: (count) =>
      count === 1 ? "Hay 1 rayo más que no se muestra." : `Hay ${count} rayos más que no se muestran.`,
    calculated:
      "El estado se calcula con los rayos guardados al crear este informe. Un rayo que el proveedor reportó tarde cuenta desde que cayó, no desde que se reportó.",
    recorded:
      "El estado es el que stormwire registró en ese momento, según la regla vigente. Un rayo que el proveedor reportó tarde cuenta desde que se reportó.",
    recordedSince: (time) =>
      `Desde el ${time} el estado es el que stormwire registró en ese momento, según la regla vigente. Antes de eso se calcula con los rayos guardados al crear este informe.`,
    notWatchedNote:
      "Sin vigilancia: no consta que la fuente de datos de rayos funcionara, así que pueden faltar rayos.",
    truncated: "Demasiados rayos para un informe: faltan los primeros. Elija un período más corto.",
    createdBy: (time, username) => `Creado el ${time} por ${username} con stormwire.`,
  },
};
