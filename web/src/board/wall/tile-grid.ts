// How many facilities fit on a wall display, and which of them are shown now. Pure.

export interface TileGrid {
  columns: number;
  rows: number;
}

/** Of the display's height: text of this size is legible from 5 meters on a screen 70 cm high. */
const MIN_TILE_WIDTH = 0.32;
const MIN_TILE_HEIGHT = 0.13;

/** Longer names need smaller type to fit in two lines: a name that is cut may be that of another facility. */
const MAX_NAME_LENGTH = 24;

export function isLongName(name: string): boolean {
  return name.length > MAX_NAME_LENGTH;
}

/** The area for tiles, and the height of the whole display, in the same unit. */
export function tileGrid(width: number, height: number, displayHeight: number): TileGrid {
  const columns = Math.max(1, Math.floor(width / (displayHeight * MIN_TILE_WIDTH)));
  const rows = Math.max(1, Math.floor(height / (displayHeight * MIN_TILE_HEIGHT)));
  return { columns, rows };
}

export function pageCount(count: number, { columns, rows }: TileGrid): number {
  return Math.max(1, Math.ceil(count / (columns * rows)));
}

/** The tiles of a page. The number may be larger than the number of pages: they take turns. */
export function tilesOfPage<T>(tiles: readonly T[], grid: TileGrid, round: number): T[] {
  const size = grid.columns * grid.rows;
  const page = round % pageCount(tiles.length, grid);
  return tiles.slice(page * size, (page + 1) * size);
}

/** Fewer facilities get larger tiles: as few columns and rows as hold them all. */
export function fittedGrid(count: number, grid: TileGrid): TileGrid {
  if (count >= grid.columns * grid.rows) return grid;
  const columns = Math.min(grid.columns, Math.max(1, Math.ceil(count / grid.rows)));
  return { columns, rows: Math.max(1, Math.ceil(count / columns)) };
}
