export interface StrikeWish {
  near?: string;
  miles?: number;
  secondsAgo?: number;
  type?: string;
}

export interface StormService {
  url: string;
  strike: (strikes: StrikeWish[]) => Promise<void>;
  /** Removes all strikes. */
  calm: () => Promise<void>;
  stop: () => Promise<void>;
}

export const PASSWORD: string;
export const PLACES: { name: string; lat: number; lng: number }[];
export function startStorm(): Promise<StormService>;
