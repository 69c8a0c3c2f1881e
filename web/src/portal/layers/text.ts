// The texts of the page with the map layers. Pure.
import type { MapLayerKind } from "../../data/map-layer-admin.ts";
import type { Language } from "../../status-text/language.ts";
import { localized } from "../../status-text/page-language.ts";

const en = {
  hint: "Layers are the city's own boundaries, roads, water and parks. Every map draws them below the strikes, also where there are no aerial photos.",
  none: "There are no layers yet.",
  importHeading: "Import a layer",
  fileHint:
    "A GeoJSON file with lines or polygons in degrees (WGS 84). Only what is visible is kept. Choose main roads rather than all streets, so that the map loads fast.",
  largeHint: "A file that is too large for the upload can be imported with “stormwire layer import”.",
  nameHint: "A layer with the same name is replaced.",
  kind: "Kind",
  file: "File",
  importButton: "Import layer",
  missingFile: "Choose a file.",
  reading: "Importing…",
  kinds: { boundary: "Boundary", road: "Roads", water: "Water", park: "Parks" } satisfies Record<MapLayerKind, string>,
  imported: (name: string, kept: string, read: string) =>
    `“${name}” was imported. ${kept} of ${read} vertices are visible and were kept.`,
  counts: (features: string, vertices: string) => `${features} lines and polygons, ${vertices} vertices`,
  importedAt: (time: string) => `Imported ${time}`,
  preview: (name: string) => `Preview of ${name}`,
  removeQuestion: (name: string) => `Remove “${name}”?`,
  removeDetail: "It disappears from every map. To show it again, import its file.",
  removeButton: "Remove layer",
  removed: (name: string) => `“${name}” was removed.`,
};

const es: typeof en = {
  hint: "Las capas son los límites, las calles, el agua y los parques de la propia ciudad. Todos los mapas las dibujan debajo de los rayos, también donde no hay fotos aéreas.",
  none: "Todavía no hay capas.",
  importHeading: "Importar una capa",
  fileHint:
    "Un archivo GeoJSON con líneas o polígonos en grados (WGS 84). Solo se conserva lo que se ve. Elija las calles principales en lugar de todas, para que el mapa cargue rápido.",
  largeHint: "Un archivo demasiado grande para subirlo se puede importar con “stormwire layer import”.",
  nameHint: "Se reemplaza la capa que tenga el mismo nombre.",
  kind: "Tipo",
  file: "Archivo",
  importButton: "Importar capa",
  missingFile: "Elija un archivo.",
  reading: "Importando…",
  kinds: { boundary: "Límite", road: "Calles", water: "Agua", park: "Parques" },
  imported: (name: string, kept: string, read: string) =>
    `Se importó “${name}”. ${kept} de ${read} vértices son visibles y se conservaron.`,
  counts: (features: string, vertices: string) => `${features} líneas y polígonos, ${vertices} vértices`,
  importedAt: (time: string) => `Importada: ${time}`,
  preview: (name: string) => `Vista previa de ${name}`,
  removeQuestion: (name: string) => `¿Quitar “${name}”?`,
  removeDetail: "Desaparece de todos los mapas. Para mostrarla de nuevo, importe su archivo.",
  removeButton: "Quitar capa",
  removed: (name: string) => `Se quitó “${name}”.`,
};

export const LAYERS_TEXT: Record<Language, typeof en> = { en, es };
export const layersText = localized(LAYERS_TEXT);
