// The texts of the map. Pure.
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
  groundStrike: string;
  cloudStrike: string;
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
    help: "Arrow keys move the map, with Shift a little, plus and minus zoom, 0 shows everything, Enter tells what lies in the middle. The list holds the same facilities.",
    zoomIn: "Zoom in",
    zoomOut: "Zoom out",
    showAll: "Show everything",
    legend: "Legend",
    facilities: "Facilities",
    strikes: "Strikes",
    groundStrike: "to the ground",
    cloudStrike: "in the clouds",
    now: "now",
    minutes: (figure) => `${figure} min`,
    hours: (figure) => `${figure} h`,
    ring: "within the radius of an Active facility",
    close: "Close",
  },
  es: {
    map: "Mapa de rayos e instalaciones",
    help: "Las flechas mueven el mapa, con Mayús un poco, más y menos lo acercan o alejan, 0 muestra todo, Intro dice qué hay en el centro. La lista contiene las mismas instalaciones.",
    zoomIn: "Acercar",
    zoomOut: "Alejar",
    showAll: "Mostrar todo",
    legend: "Leyenda",
    facilities: "Instalaciones",
    strikes: "Rayos",
    groundStrike: "a tierra",
    cloudStrike: "en las nubes",
    now: "ahora",
    minutes: (figure) => `${figure} min`,
    hours: (figure) => `${figure} h`,
    ring: "dentro del radio de una instalación activa",
    close: "Cerrar",
  },
};
