// The aerial photos under the canvas. Old tiles stay until new ones are loaded.
import { nextTileRequest, type Tile, type TileRequest, tileRectangle } from "./tiles.ts";
import { type MapView, toPixel } from "./view.ts";

export type TileSource = (request: TileRequest, signal: AbortSignal) => Promise<Tile[]>;

/** Waits for a pause in the movement, so that a long drag does not send a request at every step. */
const MOVE_PAUSE_MS = 120;
const RETRY_MS = 15_000;

interface LoadedTile {
  tile: Tile;
  image: HTMLImageElement;
  isReady: boolean;
}

export class TileLayer {
  private readonly shown = new Map<number, LoadedTile>();
  private last: TileRequest | null = null;
  private wanted = new Set<number>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private loading = new AbortController();
  /** The view of the current layout; a move without zoom only shifts the whole layer. */
  private laidOut: { view: MapView; density: number } | null = null;

  constructor(
    private readonly layer: HTMLElement,
    private readonly source: TileSource,
    private readonly changed: () => void,
  ) {}

  get hasPhotos(): boolean {
    return [...this.shown.values()].some(({ isReady }) => isReady);
  }

  show(view: MapView, density: number): void {
    this.layOut(view, density);
    if (nextTileRequest(view, density, this.last) === null) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.request(view, density), this.last === null ? 0 : MOVE_PAUSE_MS);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.loading.abort();
    this.last = null;
  }

  private async request(view: MapView, density: number): Promise<void> {
    const request = nextTileRequest(view, density, this.last);
    if (request === null) return;
    this.loading.abort();
    this.loading = new AbortController();
    const { signal } = this.loading;
    this.last = request;
    try {
      const tiles = await this.source(request, signal);
      if (!signal.aborted) this.setTiles(tiles);
    } catch {
      if (signal.aborted) return;
      // The map works without photos until the retry.
      this.last = null;
      this.timer = setTimeout(() => void this.request(view, density), RETRY_MS);
    }
  }

  private setTiles(tiles: readonly Tile[]): void {
    this.wanted = new Set(tiles.map((tile) => tile.id));
    for (const tile of tiles) if (!this.shown.has(tile.id)) this.load(tile);
    this.removeUnwanted();
    this.layOutTiles();
    // Without new tiles no load event follows, but old tiles may have been removed.
    this.changed();
  }

  private load(tile: Tile): void {
    const image = new Image();
    image.alt = "";
    image.decoding = "async";
    image.draggable = false;
    const loaded: LoadedTile = { tile, image, isReady: false };
    this.shown.set(tile.id, loaded);
    const settle = (ready: boolean): void => {
      loaded.isReady = ready;
      if (!ready) this.remove(tile.id);
      this.removeUnwanted();
      this.changed();
    };
    image.src = tile.imageUrl;
    image.decode().then(
      () => settle(true),
      () => settle(false),
    );
    // Coarser tiles are below finer ones.
    const finer = [...this.shown.values()].filter(
      (other) => other !== loaded && other.tile.feetPerPixel < tile.feetPerPixel,
    );
    this.layer.insertBefore(image, finer.find(({ image }) => image.parentNode === this.layer)?.image ?? null);
  }

  /** Removes old tiles once all new ones are loaded. */
  private removeUnwanted(): void {
    const isLoading = [...this.wanted].some((id) => this.shown.get(id)?.isReady === false);
    if (isLoading) return;
    for (const id of [...this.shown.keys()]) if (!this.wanted.has(id)) this.remove(id);
  }

  private remove(id: number): void {
    this.shown.get(id)?.image.remove();
    this.shown.delete(id);
  }

  private layOut(view: MapView, density: number): void {
    const { laidOut } = this;
    const sameZoom = laidOut !== null && laidOut.view.feetPerPixel === view.feetPerPixel && laidOut.density === density;
    if (!sameZoom) {
      this.laidOut = { view, density };
      this.layOutTiles();
    }
    const origin = this.laidOut?.view ?? view;
    const shift = toPixel({ ...view, size: origin.size }, origin.center);
    const whole = (value: number): number => Math.round(value * density) / density;
    const [byLeft, byTop] = [shift.left - origin.size.width / 2, shift.top - origin.size.height / 2];
    const [moreWidth, moreHeight] = [
      (view.size.width - origin.size.width) / 2,
      (view.size.height - origin.size.height) / 2,
    ];
    this.layer.style.transform = `translate(${whole(byLeft + moreWidth)}px, ${whole(byTop + moreHeight)}px)`;
  }

  private layOutTiles(): void {
    if (this.laidOut === null) return;
    const { view, density } = this.laidOut;
    for (const { tile, image } of this.shown.values()) {
      const { left, top, width, height } = tileRectangle(tile, view, density);
      Object.assign(image.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
    }
  }
}
