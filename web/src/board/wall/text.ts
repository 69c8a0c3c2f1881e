// The texts of the wall display. Pure.
import type { Language } from "../../status-text/language.ts";

export interface WallText {
  /** On a tile whose status has just changed. */
  justChanged: string;
  page: (page: number, pages: number) => string;
  /** Of a large city, where the other facilities are on no page. */
  part: (shown: string, all: string) => string;
  nextAllClear: (clock: string) => string;
  /** Below it: the countdown, which must not look like another time of day. */
  in: (countdown: string) => string;
  /** Below the countdown: a strike starts it again. */
  ifNoStrikes: string;
  /** Without a healthy feed there is no countdown. */
  notBefore: string;
}

export const WALL_TEXT: Record<Language, WallText> = {
  en: {
    justChanged: "New",
    page: (page, pages) => `Page ${page} of ${pages}`,
    part: (shown, all) => `Only the ${shown} most threatened of ${all} facilities`,
    nextAllClear: (clock) => `Next all clear at ${clock}`,
    in: (countdown) => `in ${countdown}`,
    ifNoStrikes: "if no new strikes",
    notBefore: "No all clear before",
  },
  es: {
    justChanged: "Nuevo",
    page: (page, pages) => `Página ${page} de ${pages}`,
    part: (shown, all) => `Solo las ${shown} de mayor peligro, de ${all} instalaciones`,
    nextAllClear: (clock) => `Próximo fin de alerta: ${clock}`,
    in: (countdown) => `en ${countdown}`,
    ifNoStrikes: "si no caen más rayos",
    notBefore: "La alerta sigue al menos hasta las",
  },
};
