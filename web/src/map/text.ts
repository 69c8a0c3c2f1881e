// The texts of the map. Pure.
import type { StrikeKind } from "../status/strike-kind.ts";
import type { Language } from "../status-text/language.ts";

export interface MapText {
  map: string;
  help: string;
  zoomIn: string;
  zoomOut: string;
  showAll: string;
  legend: string;
  facilities: string;
  strikes: string;
  strikeKind: Record<StrikeKind, string>;
  now: string;
  /** The danger window, as in “30 min”. */
  minutes: (figure: string) => string;
  hours: (figure: string) => string;
  ring: string;
  close: string;
}

export const MAP_TEXT: Record<Language, MapText> = {
  en: {
    map: "Map of lightning strikes and facilities",
    help: "Arrow keys move the map. Shift makes smaller steps. Plus and minus zoom. 0 shows all. Enter selects what is at the center. The list has the same facilities.",
    zoomIn: "Zoom in",
    zoomOut: "Zoom out",
    showAll: "Show all",
    legend: "Legend",
    facilities: "Facilities",
    strikes: "Strikes",
    strikeKind: { ground: "Ground strike", cloud: "Cloud strike", unknown: "Strike of unknown kind" },
    now: "now",
    minutes: (figure) => `${figure} min`,
    hours: (figure) => `${figure} h`,
    ring: "Within the radius of an Active facility",
    close: "Close",
  },
  es: {
    map: "Mapa de rayos e instalaciones",
    help: "Las flechas mueven el mapa. Con Mayús se mueve menos. Más y menos acercan y alejan. 0 muestra todo. Intro selecciona lo que está en el centro. La lista contiene las mismas instalaciones.",
    zoomIn: "Acercar",
    zoomOut: "Alejar",
    showAll: "Mostrar todo",
    legend: "Leyenda",
    facilities: "Instalaciones",
    strikes: "Rayos",
    strikeKind: { ground: "Rayo a tierra", cloud: "Rayo en las nubes", unknown: "Rayo de tipo desconocido" },
    now: "ahora",
    minutes: (figure) => `${figure} min`,
    hours: (figure) => `${figure} h`,
    ring: "Dentro del radio de una instalación en estado Activo",
    close: "Cerrar",
  },
};
