// The texts of the report and its form. Pure.
import type { Language } from "../status-text/language.ts";

export interface ReportText {
  title: string;
  facility: string;
  show: string;
  print: string;
  twoTimes: string;
  tooLong: string;
  choose: string;
  loading: string;
  tryAgain: string;
  about: (name: string) => string;
  between: (from: string, to: string) => string;
  status: string;
  from: string;
  to: string;
  lasted: string;
  rule: string;
  ruleInShort: (miles: string, danger: string, allClear: string) => string;
  inRadius: string;
  ofReported: (inside: number, all: number) => string;
  firstInRadius: string;
  lastInRadius: string;
  noneWithin: (miles: string) => string;
  within: (miles: string) => string;
  time: string;
  miles: string;
  kind: string;
  position: string;
  notListed: (count: number) => string;
  basis: string;
  truncated: string;
  made: (time: string, person: string) => string;
}

export const REPORT_TEXT: Record<Language, ReportText> = {
  en: {
    title: "Storm report",
    facility: "Facility",
    show: "Show the report",
    print: "Print or save as PDF",
    twoTimes: "Enter two times, the earlier one first.",
    tooLong: "A report covers at most 31 days.",
    choose: "Choose a facility with a position and a time.",
    loading: "Loading …",
    tryAgain: "Try again",
    about: (name) => `Lightning report: ${name}`,
    between: (from, to) => `${from} to ${to}`,
    status: "Status",
    from: "From",
    to: "To",
    lasted: "Lasted",
    rule: "Rule",
    ruleInShort: (miles, danger, allClear) => `${miles} miles, danger ${danger} min, all clear ${allClear} min`,
    inRadius: "Strikes within the radius",
    ofReported: (inside, all) => `${inside} of ${all} reported`,
    firstInRadius: "First within the radius",
    lastInRadius: "Last within the radius",
    noneWithin: (miles) => `No strike fell within ${miles} miles.`,
    within: (miles) => `Strikes within ${miles} miles`,
    time: "Time",
    miles: "Miles",
    kind: "Kind",
    position: "Position",
    notListed: (count) => (count === 1 ? "1 more is not listed." : `${count} more are not listed.`),
    basis:
      "Worked out from the strikes that were stored when this report was made; a strike that the vendor reported late counts from when it struck, not from when it became known.",
    truncated: "There were more strikes than a report holds: the earliest are missing.",
    made: (time, person) => `Made ${time} by ${person} with stormwire.`,
  },
  es: {
    title: "Informe de la tormenta",
    facility: "Instalación",
    show: "Mostrar el informe",
    print: "Imprimir o guardar como PDF",
    twoTimes: "Escriba dos fechas con hora, primero la anterior.",
    tooLong: "Un informe abarca 31 días como máximo.",
    choose: "Elija una instalación con posición y un período.",
    loading: "Cargando …",
    tryAgain: "Intentar de nuevo",
    about: (name) => `Informe de rayos: ${name}`,
    between: (from, to) => `Del ${from} al ${to}`,
    status: "Estado",
    from: "Desde",
    to: "Hasta",
    lasted: "Duración",
    rule: "Regla",
    ruleInShort: (miles, danger, allClear) =>
      `${miles} millas, peligro ${danger} min, espera sin rayos ${allClear} min`,
    inRadius: "Rayos dentro del radio",
    ofReported: (inside, all) => `${inside} de ${all} registrados`,
    firstInRadius: "Primero dentro del radio",
    lastInRadius: "Último dentro del radio",
    noneWithin: (miles) => `No cayó ningún rayo a menos de ${miles} millas.`,
    within: (miles) => `Rayos a menos de ${miles} millas`,
    time: "Hora",
    miles: "Millas",
    kind: "Tipo",
    position: "Posición",
    notListed: (count) => (count === 1 ? "Hay 1 más que no se muestra." : `Hay ${count} más que no se muestran.`),
    basis:
      "Calculado con los rayos que estaban registrados al crear este informe; un rayo que el proveedor comunicó tarde cuenta desde que cayó, no desde que se supo de él.",
    truncated: "Hubo más rayos de los que caben en un informe: faltan los primeros.",
    made: (time, person) => `Creado el ${time} por ${person} con stormwire.`,
  },
};
