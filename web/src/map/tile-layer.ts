// The photographs below the canvas: asks for tiles, loads them, and keeps what is there until what is better has come.
import { type Asked, nextAsked, placed, type Tile } from "./tiles.ts";
import { toPixel, type View } from "./view.ts";

export type TileSource = (asked: Asked, signal: AbortSignal) => Promise<Tile[]>;

/** A move asks again only when it pauses, so that a long drag does not ask at every step. */
const PAUSE_MS = 120;
const RETRY_MS = 15_000;

interface Shown {
  tile: Tile;
  image: HTMLImageElement;
  ready: boolean;
}

export class TileLayer {
  private readonly shown = new Map<number, Shown>();
  private last: Asked | null = null;
  private wanted = new Set<number>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private stop = new AbortController();
  /** The zoom that the images are laid out for; a move alone only shifts the whole layer. */
  private laidOut: { view: View; density: number } | null = null;

  constructor(
    private readonly layer: HTMLElement,
    private readonly source: TileSource,
    private readonly changed: () => void,
  ) {}

  /** Whether any photograph is seen. */
  get hasGround(): boolean {
    return [...this.shown.values()].some(({ ready }) => ready);
  }

  show(view: View, density: number): void {
    this.lay(view, density);
    if (nextAsked(view, density, this.last) === null) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.ask(view, density), this.last === null ? 0 : PAUSE_MS);
  }

  end(): void {
    clearTimeout(this.timer);
    this.stop.abort();
    this.last = null;
  }

  private async ask(view: View, density: number): Promise<void> {
    const asked = nextAsked(view, density, this.last);
    if (asked === null) return;
    this.stop.abort();
    this.stop = new AbortController();
    const { signal } = this.stop;
    this.last = asked;
    try {
      const tiles = await this.source(asked, signal);
      if (!signal.aborted) this.take(tiles);
    } catch {
      if (signal.aborted) return;
      // The map works without photographs; they are tried again.
      this.last = null;
      this.timer = setTimeout(() => void this.ask(view, density), RETRY_MS);
    }
  }

  private take(tiles: readonly Tile[]): void {
    this.wanted = new Set(tiles.map((tile) => tile.id));
    for (const tile of tiles) if (!this.shown.has(tile.id)) this.load(tile);
    this.clear();
    this.relay();
    // Where nothing was photographed nothing is loaded, and nothing else would say that the ground has gone.
    this.changed();
  }

  private load(tile: Tile): void {
    const image = new Image();
    image.alt = "";
    image.decoding = "async";
    image.draggable = false;
    const shown: Shown = { tile, image, ready: false };
    this.shown.set(tile.id, shown);
    const settle = (ready: boolean): void => {
      shown.ready = ready;
      if (!ready) this.drop(tile.id);
      this.clear();
      this.changed();
    };
    image.src = tile.imageUrl;
    image.decode().then(
      () => settle(true),
      () => settle(false),
    );
    // The coarsest lies lowest.
    const above = [...this.shown.values()].filter(
      (other) => other !== shown && other.tile.feetPerPixel < tile.feetPerPixel,
    );
    this.layer.insertBefore(image, above.find(({ image }) => image.parentNode === this.layer)?.image ?? null);
  }

  /** What is no longer wanted goes once all that is wanted is there. */
  private clear(): void {
    const waiting = [...this.wanted].some((id) => this.shown.get(id)?.ready === false);
    if (waiting) return;
    for (const id of [...this.shown.keys()]) if (!this.wanted.has(id)) this.drop(id);
  }

  private drop(id: number): void {
    this.shown.get(id)?.image.remove();
    this.shown.delete(id);
  }

  private lay(view: View, density: number): void {
    const { laidOut } = this;
    const sameZoom = laidOut !== null && laidOut.view.feetPerPixel === view.feetPerPixel && laidOut.density === density;
    if (!sameZoom) {
      this.laidOut = { view, density };
      this.relay();
    }
    const origin = this.laidOut?.view ?? view;
    const shift = toPixel({ ...view, size: origin.size }, origin.centre);
    const whole = (value: number): number => Math.round(value * density) / density;
    const [byLeft, byTop] = [shift.left - origin.size.width / 2, shift.top - origin.size.height / 2];
    const [moreWidth, moreHeight] = [
      (view.size.width - origin.size.width) / 2,
      (view.size.height - origin.size.height) / 2,
    ];
    this.layer.style.transform = `translate(${whole(byLeft + moreWidth)}px, ${whole(byTop + moreHeight)}px)`;
  }

  private relay(): void {
    if (this.laidOut === null) return;
    const { view, density } = this.laidOut;
    for (const { tile, image } of this.shown.values()) {
      const { left, top, width, height } = placed(tile, view, density);
      Object.assign(image.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
    }
  }
}
