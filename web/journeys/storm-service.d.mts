export interface StrikeSpec {
  /** The name of a facility. */
  near?: string;
  miles?: number;
  secondsAgo?: number;
  type?: string;
}

export interface StormService {
  url: string;
  /** Watchers of files may read the folders in it. */
  filesRoot: string;
  addStrikes: (strikes: StrikeSpec[]) => Promise<void>;
  removeStrikes: () => Promise<void>;
  /** Its connections stay open, but it sends nothing. */
  pause: () => void;
  resume: () => void;
  stop: () => Promise<void>;
}

export const PASSWORD: string;
export const FACILITIES: { name: string; lat: number; lng: number }[];
/** With the users `supervisor`, a viewer, and `administrator`. */
export function startStormService(options?: { hasFeed?: boolean; more?: number }): Promise<StormService>;
