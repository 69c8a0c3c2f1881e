// What the map for placing a point says, in addition to every map. Pure.
import type { Language } from "../status-text/language.ts";

export const POINT_MAP_TEXT: Record<Language, { map: string; help: string }> = {
  en: {
    map: "Map for placing the point",
    help: "Arrow keys move the map under the cross in the center. Shift makes smaller steps. Plus and minus zoom. 0 shows all. Enter places the point at the cross.",
  },
  es: {
    map: "Mapa para ubicar el punto",
    help: "Las flechas mueven el mapa debajo de la cruz del centro. Con Mayús los pasos son más cortos. Más y menos acercan y alejan. 0 muestra todo. Intro pone el punto en la cruz.",
  },
};
