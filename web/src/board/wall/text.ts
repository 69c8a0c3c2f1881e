// The texts of the wall display. Pure.
import type { Language } from "../../status-text/language.ts";

export interface WallText {
  justChanged: string;
  page: (page: number, pages: number) => string;
  nextAllClear: (clock: string) => string;
  /** Without a healthy feed there is no countdown. */
  notBefore: string;
}

export const WALL_TEXT: Record<Language, WallText> = {
  en: {
    justChanged: "Just changed",
    page: (page, pages) => `Page ${page} of ${pages}`,
    nextAllClear: (clock) => `Next all clear: ${clock}`,
    notBefore: "No all clear before",
  },
  es: {
    justChanged: "Acaba de cambiar",
    page: (page, pages) => `Página ${page} de ${pages}`,
    nextAllClear: (clock) => `Próximo fin de alerta: ${clock}`,
    notBefore: "La alerta sigue al menos hasta las",
  },
};
