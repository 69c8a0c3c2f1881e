// The line below the tiles of the wall: which of the facilities they show. Pure.
import type { Language } from "../../status-text/language.ts";
import { WALL_TEXT } from "./text.ts";

/** How many facilities of a large city take turns on the wall. */
export interface WallPart {
  shown: number;
  all: number;
}

export interface TilePage {
  /** From 1. */
  page: number;
  pages: number;
}

/** Empty if all facilities are visible. `part` is null if all are on one of the pages. */
export function tilesNote({ page, pages }: TilePage, part: WallPart | null, language: Language): string {
  const text = WALL_TEXT[language];
  return [
    ...(pages > 1 ? [text.page(page, pages)] : []),
    ...(part === null ? [] : [text.part(part.shown.toLocaleString(language), part.all.toLocaleString(language))]),
  ].join(" – ");
}
