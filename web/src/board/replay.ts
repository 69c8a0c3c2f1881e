// The state of a replay. Pure.

export interface Replay {
  from: number;
  to: number;
  /** The shown time. */
  at: number;
  /** How many times faster than real time. */
  speed: number;
}

export const SPEEDS = [30, 120, 600] as const;

/** The real time of one step. Each step waits for its response, so the time never runs ahead of the data. */
export const STEP_MS = 500;

const HOUR_MS = 3_600_000;

/** Positioned at its start. */
export function replayOfLastHours(now: number, hours: number): Replay {
  const to = Math.floor(now / 1000) * 1000;
  const from = to - hours * HOUR_MS;
  return { from, to, at: from, speed: SPEEDS[1] };
}

export function clampReplay(replay: Replay): Replay {
  const [from, to] = replay.from <= replay.to ? [replay.from, replay.to] : [replay.to, replay.from];
  return { ...replay, from, to, at: Math.min(to, Math.max(from, replay.at)) };
}

export function moveReplayTo(replay: Replay, at: number): Replay {
  return clampReplay({ ...replay, at: Math.round(at / 1000) * 1000 });
}

export function nextStep(replay: Replay): Replay {
  return moveReplayTo(replay, replay.at + replay.speed * STEP_MS);
}

export function hasEnded({ at, to }: Replay): boolean {
  return at >= to;
}

/** Moved to the first strike of the period; unchanged without one. `times` are sorted. */
export function startAtFirstStrike(replay: Replay, times: ArrayLike<number>): Replay {
  for (let index = 0; index < times.length; index += 1) {
    const at = times[index] as number;
    // Rounded up, so that the strike has happened at the shown time.
    if (at >= replay.from && at <= replay.to) return clampReplay({ ...replay, at: Math.ceil(at / 1000) * 1000 });
  }
  return replay;
}

const MINUTE_MS = 60_000;
const KEY_STEPS: Record<string, number> = {
  ArrowLeft: -MINUTE_MS,
  ArrowDown: -MINUTE_MS,
  ArrowRight: MINUTE_MS,
  ArrowUp: MINUTE_MS,
  PageDown: -10 * MINUTE_MS,
  PageUp: 10 * MINUTE_MS,
};

/** How far a key on the slider moves the time; null for other keys. */
export function keyStepMs(key: string): number | null {
  return KEY_STEPS[key] ?? null;
}
