// The clock of a replay. Pure: it goes on only by the steps it is given.

export interface Replay {
  from: number;
  to: number;
  /** The shown time. */
  at: number;
  /** How many times faster than life. */
  speed: number;
}

export const SPEEDS = [30, 120, 600] as const;

/** One step of a running replay, in real time: each waits for its answer, so the clock never outruns what is known. */
export const STEP_MS = 500;

/** A replay of the last hours, from its start. */
export function lastHours(now: number, hours: number): Replay {
  const to = Math.floor(now / 1000) * 1000;
  const from = to - hours * 3_600_000;
  return { from, to, at: from, speed: SPEEDS[1] };
}

export function clamped(replay: Replay): Replay {
  const [from, to] = replay.from <= replay.to ? [replay.from, replay.to] : [replay.to, replay.from];
  return { ...replay, from, to, at: Math.min(to, Math.max(from, replay.at)) };
}

export function moved(replay: Replay, at: number): Replay {
  return clamped({ ...replay, at: Math.round(at / 1000) * 1000 });
}

export function stepped(replay: Replay): Replay {
  return moved(replay, replay.at + replay.speed * STEP_MS);
}

export function isOver({ at, to }: Replay): boolean {
  return at >= to;
}
