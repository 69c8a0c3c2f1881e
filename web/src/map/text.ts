// The texts of the map. Pure.
import type { StrikeKind } from "../status/strike-kind.ts";
import type { Language } from "../status-text/language.ts";
import type { CompassPoint } from "./edge-arrows.ts";

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
  area: string;
  trail: string;
  closest: string;
  compass: Record<CompassPoint, string>;
  /** Of an arrow at the edge. */
  outside: (count: number, miles: string, direction: string) => string;
  notAllDrawn: (drawn: string) => string;
  crowd: (facilities: string) => string;
  /** Of a large city, where a part of the map may have no facilities yet. */
  loading: string;
  twoFingers: string;
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
    area: "Danger area: within the radius of a strike of the danger window",
    trail: "Center of the storm, every 10 minutes of the last hour",
    closest: "Closest strikes of the last 5, 15 and 30 minutes",
    compass: { N: "N", NE: "NE", E: "E", SE: "SE", S: "S", SW: "SW", W: "W", NW: "NW" },
    outside: (count, miles, direction) =>
      `Outside the map, ${direction}: ${count} ${count === 1 ? "strike" : "strikes"} in the last 30 minutes, the closest ${miles} miles from a facility. Show on the map`,
    notAllDrawn: (drawn) => `Only the newest ${drawn} strikes are drawn.`,
    crowd: (facilities) =>
      `${facilities} facilities here, only the most threatened are drawn. Zoom in or search by name.`,
    loading: "Loading facilities…",
    twoFingers: "Use two fingers to move the map.",
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
    area: "Zona de peligro: dentro del radio de un rayo reciente",
    trail: "Centro de la tormenta, cada 10 minutos de la última hora",
    closest: "Rayos más cercanos de los últimos 5, 15 y 30 minutos",
    compass: { N: "N", NE: "NE", E: "E", SE: "SE", S: "S", SW: "SO", W: "O", NW: "NO" },
    outside: (count, miles, direction) =>
      `Fuera del mapa, ${direction}: ${count} ${count === 1 ? "rayo" : "rayos"} en los últimos 30 minutos, el más cercano a ${miles} millas de una instalación. Mostrar en el mapa`,
    notAllDrawn: (drawn) => `Solo se muestran los ${drawn} rayos más recientes.`,
    crowd: (facilities) =>
      `Hay ${facilities} instalaciones aquí; solo se muestran las de mayor peligro. Acerque el mapa o busque por nombre.`,
    loading: "Cargando instalaciones…",
    twoFingers: "Use dos dedos para mover el mapa.",
    close: "Cerrar",
  },
};
