// The texts of the dashboard's table. Pure.
import type { DisplayStatus } from "../../status/status.ts";
import type { Language } from "../../status-text/language.ts";
import { RECENT_MINUTES } from "./recent-changes.ts";
import type { Sort } from "./table-row.ts";

export interface TableText {
  caption: string;
  column: Record<Sort, string>;
  /** Instead of a countdown a replay shows a time. */
  clearAtTime: string;
  columnHelp: Record<Sort, string>;
  justChanged: (count: number) => string;
  was: (status: string, age: string) => string;
  noStrike: string;
  notBefore: (clock: string) => string;
  due: string;
  filter: string;
  countTitle: Record<DisplayStatus, string>;
  mine: (count: number) => string;
  mineHelp: string;
  add: (name: string) => string;
  remove: (name: string) => string;
  search: string;
  /** In the search field, which may be narrow. */
  searchHint: string;
  noMatch: string;
  /** Of a large city, where not all facilities are loaded. */
  loaded: (rows: string, all: string) => string;
  loadedFound: (rows: string, found: string) => string;
  noneLoaded: (rows: string) => string;
  loadingMine: string;
  showAll: string;
  exportCsv: string;
  miles: (figure: string) => string;
}

export const TABLE_TEXT: Record<Language, TableText> = {
  en: {
    caption: "Facilities",
    column: {
      threat: "Status",
      name: "Facility",
      // Breaks into two lines at most on a phone.
      clearAt: "All\u00a0clear in",
      nearest: "Nearest",
      last: "Last strike",
    },
    clearAtTime: "All\u00a0clear at",
    columnHelp: {
      threat: "Sort by status, then by the nearest strike",
      name: "Sort by name",
      clearAt: "If there are no more strikes. Sort by it.",
      nearest: "The nearest strike within the radius during the danger window. Sort by it.",
      last: "The last strike within the radius that still counts. Sort by it.",
    },
    justChanged: (count) =>
      `Changed in the last ${RECENT_MINUTES} minutes: ${count === 1 ? "1 facility" : `${count} facilities`}`,
    was: (status, age) => `Changed from ${status} ${age} ago`,
    noStrike: "none",
    notBefore: (clock) => `not\u00a0before ${clock}`,
    due: "due",
    filter: "Filter by status",
    countTitle: {
      Active: "Show only Active facilities",
      Clearing: "Show only Clearing facilities",
      Clear: "Show only Clear facilities",
      Unknown: "Show only facilities whose status is unknown",
    },
    mine: (count) => `My facilities (${count})`,
    mineHelp: "Mark facilities with the star to list only them here.",
    add: (name) => `Add ${name} to my facilities`,
    remove: (name) => `Remove ${name} from my facilities`,
    search: "Find a facility",
    searchHint: "Search",
    noMatch: "No facility matches the filters.",
    loaded: (rows, all) =>
      `The ${rows} most threatened of ${all} facilities are loaded. Sorting, filters and Export CSV apply to these.`,
    loadedFound: (rows, found) =>
      `The ${rows} most threatened of ${found} facilities found are loaded. Sorting, filters and Export CSV apply to these.`,
    loadingMine: "Loading your facilities…",
    noneLoaded: (rows) => `None of the ${rows} loaded facilities matches the filters.`,
    showAll: "Show all facilities",
    exportCsv: "Export CSV",
    miles: (figure) => `${figure} mi`,
  },
  es: {
    caption: "Instalaciones",
    column: {
      threat: "Estado",
      name: "Instalación",
      clearAt: "Termina en",
      nearest: "Más cercano",
      last: "Último rayo",
    },
    clearAtTime: "Termina a\u00a0las",
    columnHelp: {
      threat: "Ordenar por estado y luego por el rayo más cercano",
      name: "Ordenar por nombre",
      clearAt: "Si no caen más rayos. Ordenar por esta columna.",
      nearest: "El rayo más cercano dentro del radio en el período de peligro. Ordenar por esta columna.",
      last: "El último rayo dentro del radio que todavía cuenta. Ordenar por esta columna.",
    },
    justChanged: (count) =>
      count === 1
        ? `Cambió en los últimos ${RECENT_MINUTES} minutos: 1 instalación`
        : `Cambiaron en los últimos ${RECENT_MINUTES} minutos: ${count} instalaciones`,
    was: (status, age) => `Antes: ${status}, cambió hace ${age}`,
    noStrike: "ninguno",
    notBefore: (clock) => `no\u00a0antes: ${clock}`,
    due: "por terminar",
    filter: "Filtrar por estado",
    countTitle: {
      Active: "Mostrar solo las instalaciones con alerta activa",
      Clearing: "Mostrar solo las instalaciones en espera",
      Clear: "Mostrar solo las instalaciones despejadas",
      Unknown: "Mostrar solo las instalaciones de estado desconocido",
    },
    // Short, so that the search fits in the same line.
    mine: (count) => `Mías (${count})`,
    mineHelp: "Marque instalaciones con la estrella para ver solo esas aquí.",
    add: (name) => `Agregar ${name} a mis instalaciones`,
    remove: (name) => `Quitar ${name} de mis instalaciones`,
    search: "Buscar una instalación",
    searchHint: "Buscar",
    noMatch: "Ninguna instalación coincide con los filtros.",
    loaded: (rows, all) =>
      `Se cargaron las ${rows} de mayor peligro, de ${all} instalaciones. El orden, los filtros y Exportar CSV se aplican a estas.`,
    loadedFound: (rows, found) =>
      `Se cargaron las ${rows} de mayor peligro, de ${found} instalaciones encontradas. El orden, los filtros y Exportar CSV se aplican a estas.`,
    loadingMine: "Cargando sus instalaciones…",
    noneLoaded: (rows) => `Ninguna de las ${rows} instalaciones cargadas coincide con los filtros.`,
    showAll: "Mostrar todas las instalaciones",
    exportCsv: "Exportar CSV",
    miles: (figure) => `${figure} mi`,
  },
};
